import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { expectLed, expectPage, markupOf } from '../support/expect-page.ts';
import { begin } from '../support/test-postgres.ts';
import { ago, DAY_MS } from '../support/content.ts';
import { hashToken, newToken } from '#app/accounts/account-tokens.server.ts';
import { addToken, fillLimits, makeAccount, PASSWORD } from '../support/accounts.ts';
import { siteOn, testSite } from '../support/database.ts';
import { forTest } from '../support/for-test.ts';
import { mailsIn, unfold } from '../support/outbox.ts';
import { asker, cookieOf, send, sendLogin, visitAs, visitByPassword, type Visitor } from '../support/visitor.ts';

const { site, sql, url, connection } = await testSite();
const second = await siteOn(url);
const { admin: to } = paths;
const STRONG = 'seven tall cranes lift 9 t';
let boss: Visitor;
beforeEach(async () => {
  await sql('delete from rate_limits; delete from account_tokens; delete from accounts');
  boss = await visitAs(site, sql, 'admin');
});

const post = ({ ask }: Pick<Visitor, 'ask'>, address: string, fields?: Readonly<Record<string, string>>) =>
  send(ask, address, fields);
const nobody = { ask: (address: string, init?: RequestInit) => asker(site, '')(address, init) };
const email = 'new@example.com';
const roleOf = (id: number) => sql.value<Role>('select role from users where id = $1', [id]);
const statusAt = async (visitor: Pick<Visitor, 'ask'>, address: string = to.dashboard) =>
  (await visitor.ask(address)).status;
const activities = (id: number | null) =>
  sql('select kind, who, what, address from activities where noun_id is not distinct from $1 order by id', [id]);
async function rowOf(email: string): Promise<string> {
  const page = await markupOf(boss.ask(to.staff));
  const rows = page.split('<tr').filter((row) => new RegExp(`<th[^>]*>${email}</th>`).test(row));
  return rows.map((row) => row.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).join(' and ');
}

/** Gives the latest invitation of an address a token that the test knows. */
async function linkOf(email: string): Promise<string> {
  const token = newToken();
  await sql('update account_tokens set token_hash = $1 where email = $2', [hashToken(token), email]);
  return to.invitation(token);
}
const invite = (email: string, role = 'editor', by: Pick<Visitor, 'ask'> = boss) =>
  post(by, to.inviteStaff(), { email, role });

describe('the list', () => {
  it('says who may sign in, as what, since when they have not, and who is invited', async () => {
    const viewer = await makeAccount(sql, 'viewer');
    const none = await makeAccount(sql, null);
    await sql("update accounts set last_sign_in_at = '2026-03-02T02:30:00Z' where id = $1", [viewer.accountId]);
    await sql('update accounts set deactivated_at = now() where id = $1', [none.accountId]);
    await sql(
      `insert into account_tokens (token_hash, purpose, email, facts, expires_at) values
         ('a', 'invite', 'soon@example.com', '{"role":"editor"}', '2099-01-02T16:00:00Z'),
         ('b', 'invite', 'late@example.com', '{"role":"admin"}', $1),
         ('c', 'reset', 'reset@example.com', '{}', '2099-01-02T16:00:00Z')`,
      [ago(DAY_MS)],
    );
    for (const [email, row] of [
      [viewer.email, /viewer State Active Second factor None Last sign-in 1 Mar 2026, 22:30 Change Role/],
      [none.email, /No role State Deactivated Second factor None Last sign-in Never .* Reactivate Remove/],
      ['soon@example.com', /editor State Invited until 2 Jan 2099, 12:00 .*Invite Again .*Revoke/],
      ['late@example.com', /admin State Invitation expired , .*Invite Again .*Revoke/],
      ['reset@example.com', /^$/],
      [boss.email, /admin State Active .* This is you\./],
    ] as const)
      expect(await rowOf(email)).toMatch(row);
  });

  it('is read in pages by the address, and stays on its page when dialogs open and close and when rows are changed', async () => {
    await sql(
      `insert into accounts (email, password_hash) select 'many-' || lpad(i::text, 3, '0') || '@example.com', 'x' from generate_series(1, 120) i`,
    );
    const seen: string[] = [];
    for (let address: string | undefined = to.staff; address;) {
      const page = await markupOf(boss.ask(address));
      seen.push(...[...page.matchAll(/<th[^>]*>([^<]+@[^<]+)<\/th>/g)].map(([, email]) => email!));
      address = /href="(\/admin\/staff\?after=[^"]+)"/.exec(page)?.[1];
    }
    expect(seen).toHaveLength(121);
    expect(new Set(seen).size).toBe(121);
    expect(await markupOf(boss.ask(to.staffAfter('zz')))).toContain(seen[1]); // the last page is empty by now
    const here = to.staffAfter('many-040@example.com');
    const { search } = new URL(here, site.url);
    const id = Number(await sql.value("select id from accounts where email = 'many-060@example.com'"));
    expect((await post(boss, here, { intent: 'deactivate', account: String(id) })).headers.get('location')).toBe(here);
    for (const address of [to.changeRole(id), to.removeStaff(id)]) {
      expect(await markupOf(boss.ask(here))).toContain(`href="${address}${search}"`);
      const dialog = await markupOf(boss.ask(address + search));
      expect(dialog).toMatch(/<th[^>]*>many-060@example.com<\/th>/);
      for (const attribute of [`href="${here}"`, `action="${address}${search}"`]) expect(dialog).toContain(attribute);
      const sent = await post(boss, address + search, { role: 'viewer', version: '' });
      expect(sent.headers.get('location')).toBe(here);
    }
  });
});

describe('an invitation', () => {
  it('is a mail with a link that spends nothing when it is opened, and makes the account when a password is chosen', async () => {
    expect((await invite(email.toUpperCase())).headers.get('location')).toBe(to.staff);
    expect(await activities(null)).toContainEqual(
      expect.objectContaining({ kind: 'account', who: boss.email, what: `Invited ${email} as editor` }),
    );
    const mails = () => [site, second].flatMap(({ dataDir }) => mailsIn(dataDir)).join();
    await expect.poll(mails).toContain(`To: ${email}`);
    expect(mails()).toContain('Subject: You are invited to the staff area of');
    const link = /\/admin\/invite\/[\w-]{43}/.exec(unfold(mails()))![0];
    for (let looks = 0; looks < 2; looks++) {
      const page = await nobody.ask(link);
      const { headers } = page;
      expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['same-origin', 'no-store']);
      await expectPage(page, 200, email);
    }
    expect(await sql('select 1 from accounts where email = $1', [email])).toEqual([]);
    const refused = await post(nobody, link, { newPassword: email });
    expect(refused.headers.get('referrer-policy')).toBe('same-origin');
    expect(await expectPage(refused, 400, 'too easy to guess')).not.toMatch(/<input id="newPassword"[^>]*value/);
    const answers = await Promise.all([1, 2].map(() => post(nobody, link, { newPassword: STRONG })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]); // once, even for two at the same moment
    const accepted = answers.find(({ status }) => status === 303)!;
    expect(accepted.headers.get('location')).toBe(to.dashboard);
    expect(await statusAt({ ask: asker(site, cookieOf(accepted)) }, to.services)).toBe(200);
    const id = await sql.value<number>('select id from accounts where email = $1', [email]);
    expect(await roleOf(id)).toBe('editor');
    expect(await activities(id)).toMatchObject([
      { kind: 'account', who: email, what: `Accepted the invitation of ${email}, editor` },
    ]);
    expect((await sendLogin(site, email, STRONG)).status).toBe(303);
    for (const answer of [nobody.ask(link), post(nobody, link, { newPassword: STRONG })])
      await expectPage(answer, 410, 'This Link No Longer Works');
  });

  it('is void when unknown, expired, replaced or revoked, with the same page each time', async () => {
    await invite(email);
    const first = await linkOf(email);
    await invite(email, 'viewer');
    const latest = await linkOf(email);
    expect(await statusAt(nobody, latest)).toBe(200);
    const pages = [await nobody.ask(to.invitation('x'.repeat(43))), await nobody.ask(first)];
    expect((await post(boss, to.staff, { intent: 'revoke', email })).status).toBe(303);
    pages.push(await nobody.ask(latest));
    expect((await post(boss, to.staff, { intent: 'revoke', email })).status).toBe(404);
    expect(await activities(null)).toContainEqual(
      expect.objectContaining({ who: boss.email, what: `Revoked the invitation of ${email}` }),
    );
    await invite(email);
    const late = await linkOf(email);
    await sql("update account_tokens set expires_at = now() - interval '1 second'");
    pages.push(await nobody.ask(late));
    expect((await post(nobody, late, { newPassword: STRONG })).status).toBe(410);
    expect(pages.map(({ status }) => status)).toEqual([410, 410, 410, 410]);
    const texts = await Promise.all(pages.map(async (page) => /<main.*<\/main>/s.exec(await markupOf(page))![0]));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain(`href="${to.login}"`);
  });

  it('is one mail however often its form is sent, and another one by another form', async () => {
    const formId = /name="formId" value="([\w-]{36})"/.exec(await markupOf(boss.ask(to.inviteStaff())))![1]!;
    const form = { email: 'twice@example.com', role: 'editor', formId };
    const press = () => post(boss, `${to.inviteStaff()}?after=a`, form);
    const mails = () => sql('select 1 from staff_mails where email = $1', [form.email]);
    for (const { headers } of [...(await Promise.all([press(), press()])), await press()])
      expect(headers.get('location')).toBe(to.staffAfter('a'));
    expect(await mails()).toHaveLength(1);
    await invite(form.email);
    expect(await mails()).toHaveLength(2);
  });

  it.each([
    ['deactivated', (id: number) => post(boss, to.staff, { intent: 'deactivate', account: String(id) })],
    ['lowered', (id: number) => post(boss, to.changeRole(id), { role: 'editor', version: 'admin' })],
    ['removed', (id: number) => post(boss, to.removeStaff(id))],
    ['lowered in the database', (id: number) => sql("update users set role = 'editor' where id = $1", [id])],
  ])('of an admin who is %s since is worth nothing, nor is their link behind the screen', async (how, lower) => {
    const other = await visitAs(site, sql, 'admin');
    await invite(email, 'admin', other);
    const link = await linkOf(email);
    const endsAt = new Date(Date.now() + DAY_MS).toISOString().slice(0, 16);
    expect((await post(other, to.previewLinks, { intent: 'make', name: 'Client', endsAt })).status).toBe(200);
    await lower(other.accountId);
    for (const answer of [await nobody.ask(link), await post(nobody, link, { newPassword: STRONG })])
      expect(answer.status).toBe(410);
    expect(await sql('select 1 from accounts where email = $1', [email])).toEqual([]);
    if (how === 'lowered in the database') return;
    expect(await sql("select 1 from account_tokens where purpose = 'invite'")).toEqual([]);
    expect(await sql('select 1 from preview_links')).toEqual([]);
  });

  it('is refused beyond 30 an hour, in all processes together, and the form is kept', async () => {
    expect((await invite('many@example.com', 'viewer')).status).toBe(303);
    await fillLimits(sql, 29);
    expect((await invite(email, 'viewer', { ask: asker(second, boss.cookie) })).status).toBe(303);
    const refused = await invite('one-more@example.com', 'viewer');
    expect(refused.headers.get('retry-after')).toBe('3600');
    await expectPage(refused, 429, 'Too many invitations', 'value="one-more@example.com"');
    expect(await sql("select 1 from account_tokens where email = 'one-more@example.com'")).toEqual([]);
  });
});

describe('a change of role', () => {
  it('counts from the next request of the person on, whose old tokens are dead', async () => {
    const editor = await visitAs(second, sql, 'editor');
    expect((await post(boss, to.changeRole(editor.accountId), { role: 'viewer', version: 'editor' })).status).toBe(303);
    await expectLed(editor.ask(to.services), to.dashboard, 302);
    expect((await editor.ask(to.dashboard)).headers.get('location')).toBe(to.login);
    expect(await activities(editor.accountId)).toMatchObject([
      { kind: 'account', who: boss.email, what: `Changed the role of ${editor.email} from editor to viewer` },
    ]);
  });

  it('made from a role that somebody else has changed meanwhile is refused, and shows theirs', async () => {
    const { accountId } = await makeAccount(sql, 'admin');
    const change = (role: string, version: string, id = accountId) => post(boss, to.changeRole(id), { role, version });
    const theirs = ['Changed by someone else', 'has the role admin', 'name="version" value="admin"'];
    await expectPage(change('viewer', 'editor'), 409, ...theirs);
    expect((await change('visitor', 'admin')).status).toBe(400);
    expect((await change('admin', 'editor')).status).toBe(303); // the role that they chose is already saved
    expect(await roleOf(accountId)).toBe('admin');
    expect((await change('viewer', 'editor', 999_999)).status).toBe(404);
  });
});

describe('a deactivated account', () => {
  const change = (intent: string, id: number) => post(boss, to.staff, { intent, account: String(id) });
  const deactivate = (id: number) => change('deactivate', id);

  it('counts as missing, at once and on every process, and none of its sessions return', async () => {
    const editor = await visitAs(second, sql, 'editor');
    const { accountId, email } = editor;
    await addToken(sql, 'reset', editor);
    for (let n = 0; n < 2; n++) expect((await deactivate(accountId)).status).toBe(303); // the second time changes nothing
    expect((await editor.ask(to.services)).headers.get('location')).toBe(to.login);
    expect(await sql('select 1 from sessions where account_id = $1', [accountId])).toEqual([]);
    expect(await sql('select 1 from account_tokens')).toEqual([]);
    expect((await sendLogin(site, email, PASSWORD)).status).toBe(401); // sessions.test.ts tests the wording
    expect((await change('reactivate', accountId)).status).toBe(303);
    expect((await editor.ask(to.services)).headers.get('location')).toBe(to.login);
    expect((await sendLogin(site, email, PASSWORD)).status).toBe(303);
    expect(await roleOf(accountId)).toBe('editor');
    const told = (await activities(accountId)).map(({ what }) => what);
    expect(told).toEqual([`Deactivated ${email}`, `Reactivated ${email}`]);
  });

  it('does not count as an admin', async () => {
    await deactivate((await makeAccount(sql, 'admin')).accountId);
    expect(await markupOf(deactivate(boss.accountId))).toContain('the last active admin');
    expect((await deactivate(999_999)).status).toBe(404);
  });
});

it('a removed account is gone with its sessions; what it did stays in the log', async () => {
  const editor = await visitByPassword(second, sql, 'editor');
  await expectPage(boss.ask(to.removeStaff(editor.accountId)), 200, 'Are you sure you want to remove');
  expect((await post(boss, to.removeStaff(editor.accountId))).status).toBe(303);
  expect((await editor.ask(to.dashboard)).headers.get('location')).toBe(to.login);
  expect(await sql('select 1 from accounts where id = $1', [editor.accountId])).toEqual([]);
  expect(await activities(editor.accountId)).toMatchObject([{ who: boss.email, what: `Removed ${editor.email}` }]);
  expect(await sql("select 1 from activities where who = $1 and kind = 'sign-in'", [editor.email])).toHaveLength(1);
  await expectPage(post(boss, to.removeStaff(editor.accountId)), 404, 'Deleted meanwhile');
});

describe('nobody', () => {
  const ways = (id: number): [string, Record<string, string>][] => [
    [to.changeRole(id), { role: 'editor', version: 'admin' }],
    [to.staff, { intent: 'deactivate', account: String(id) }],
    [to.removeStaff(id), {}],
  ];

  it('can lower, deactivate or remove themselves, or the last admin', async () => {
    for (const words of ['This is the last active admin', 'your own account']) {
      for (const [address, fields] of ways(boss.accountId)) {
        const refused = await post(boss, address, fields);
        expect([address, refused.status]).toEqual([address, 409]);
        expect(await markupOf(refused), address).toContain(words);
      }
      await makeAccount(sql, 'admin');
    }
    expect(await activities(boss.accountId)).toEqual([]);
    expect(await roleOf(boss.accountId)).toBe('admin');
  });

  it.each([0, 1, 2])('of two admins who turn on each other at the same moment both succeed (%i)', async (way) => {
    for (const others of [0, 1]) {
      if (others) await makeAccount(sql, 'admin');
      const other = await visitAs(second, sql, 'admin');
      const held = forTest(await begin(connection, 'lock table users in share row exclusive mode'));
      const [toBoss, toOther] = [ways(boss.accountId)[way]!, ways(other.accountId)[way]!];
      const answers = [post(boss, ...toOther), post(other, ...toBoss)];
      const waiting = "select 1 from pg_locks where not granted and relation = 'users'::regclass";
      await expect.poll(() => sql(waiting), { timeout: 10_000, interval: 20 }).toHaveLength(2);
      await held.stop();
      expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([303, 409]);
      const left = "select from accounts join users using (id) where role = 'admin' and deactivated_at is null";
      expect(await sql(left)).toHaveLength(1 + others);
      await sql('delete from rate_limits; delete from accounts');
      boss = await visitAs(site, sql, 'admin');
    }
  });
});

it('the first password is told of on every page of its account alone', async () => {
  const strip = 'printed at the first start';
  await sql('update accounts set has_first_password = true where id = $1', [boss.accountId]);
  for (const address of [to.dashboard, to.staff, to.messages, to.account, '/admin/nothing'])
    expect([address, (await markupOf(boss.ask(address))).includes(strip)]).toEqual([address, true]);
  expect(await markupOf((await visitAs(site, sql, 'admin')).ask(to.dashboard))).not.toContain(strip);
});
