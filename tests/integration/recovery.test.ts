import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { addToken } from '../support/accounts.ts';
import { whileWritesFail } from '../support/database.ts';
import { testStaffMails } from '../support/staff-mails.ts';
import { asker, cookieOf, makeAccount, PASSWORD, send, sendLogin } from '../support/visitor.ts';

const { site, sql, mailsTo, waitForMails } = await testStaffMails();
beforeEach(async () => void (await sql('delete from rate_limits')));

const NEW = 'seven tall cranes lift 9 t';
const { forgot, forgotSent, login, dashboard } = paths.admin;
const RESET = 'Choose a new password';
const nobody = asker(site, '');
const ask = (email: string, from = '203.0.113.7') =>
  nobody(forgot, { method: 'POST', body: new URLSearchParams({ email }), headers: { 'X-Forwarded-For': from } });
const pathIn = (text: string) => new URL(/http\S+\/admin\/reset\/\S+/.exec(text)![0]).pathname;
async function linkFor(email: string): Promise<string> {
  const before = mailsTo(email, RESET).length;
  expect((await ask(email)).status).toBe(303);
  return pathIn((await waitForMails(email, before + 1, RESET)).at(-1)!.TextBody);
}
const choose = (link: string, newPassword: string, by = nobody) => send(by, link, { newPassword });
const tokensOf = async (email: string) => (await sql('select 1 from account_tokens where email = $1', [email])).length;
const stored = (email: string) =>
  sql.column<string>('select kind from staff_mails where email = $1 order by created_at', [email]);

it('a user who has forgotten their password gets a mail with a link, chooses a password, and is told of it', async () => {
  expect(await (await nobody(login)).text()).toContain(`href="${forgot}"`);
  expect((await nobody(forgot)).headers.get('cache-control')).toBe('no-store');
  const { accountId, email } = await makeAccount(sql, 'editor');
  await expectLed(ask(` ${email.toUpperCase()} `), forgotSent);
  const [mail] = await waitForMails(email, 1);
  expect(mail).toMatchObject({ From: 'site@example.com', Subject: expect.stringContaining('new password') });
  expect(mail!.ReplyTo).toBeUndefined();
  expect(mail!.Headers).toContainEqual({ Name: 'Auto-Submitted', Value: 'auto-generated' });
  const link = pathIn(mail!.TextBody);
  expect(mail!.TextBody).toContain(`${site.url}${link}`);
  expect(mail!.HtmlBody).toContain(`${site.url}${link}`);
  const token = link.split('/').at(-1)!;
  for (const table of ['account_tokens', 'staff_mails', 'activities'])
    expect(JSON.stringify(await sql(`select * from ${table}`))).not.toContain(token);
  const lasts = 'select extract(epoch from expires_at - created_at)::int as s from account_tokens where email = $1';
  expect(await sql(lasts, [email])).toEqual([{ s: 3600 }]);
  for (let looks = 0; looks < 2; looks++) {
    const page = await nobody(link);
    const headers = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' };
    expect(Object.fromEntries(page.headers)).toMatchObject(headers);
    await expectPage(page, 200, email);
  }
  await expectPage(choose(link, 'PassWord123'), 400, 'This password is too easy to guess', '<title>Error: ');
  await expectPage(choose(link, ''), 400, 'Please enter a new password');
  const elsewhere = asker(site, cookieOf(await sendLogin(site, email, PASSWORD)));
  await addToken(sql, 'code', { accountId, email });
  const changed = await choose(link, NEW, elsewhere);
  expect((await elsewhere(dashboard)).headers.get('location')).toBe(login); // every session and link is gone
  expect(await sql('select 1 from sessions where account_id = $1', [accountId])).toEqual([]);
  expect(await tokensOf(email)).toBe(0);
  expect([changed.status, changed.headers.get('location')]).toEqual([303, login]);
  const notice = await (await asker(site, cookieOf(changed))(login)).text();
  expect(notice).toMatch(new RegExp(`Password changed successfully.*${email} has been signed out everywhere`, 's'));
  expect((await sendLogin(site, email, PASSWORD)).status).toBe(401);
  expect((await sendLogin(site, email, NEW)).status).toBe(303);
  const [told] = await waitForMails(email, 1, 'Your password was changed');
  expect(told!.TextBody).toMatch(/When: .+ at \d\d:\d\d \(Port of Spain time\)/);
  expect(told!.TextBody).toContain('address 127.0.0.1');
  expect(told!.TextBody).toContain(`${site.url}${forgot}`);
  expect(await sql('select kind, what, address from activities where who = $1 order by id', [email])).toMatchObject([
    { kind: 'password', what: 'Asked for a link to choose a new password', address: '203.0.113.7' },
    { kind: 'sign-in' },
    { kind: 'password', what: 'Chose a new password by a link' },
    { kind: 'sign-in-failed' },
    { kind: 'sign-in' },
  ]);
});

describe('the answer', () => {
  it('is the same for an address that is known, unknown or deactivated; only the known one gets a mail', async () => {
    const { email: known } = await makeAccount(sql, 'viewer');
    const { accountId, email: deactivated } = await makeAccount(sql, 'viewer');
    await sql('update accounts set deactivated_at = now() where id = $1', [accountId]);
    const countActivities = () => sql.value<number>('select count(*)::int as n from activities');
    const before = await countActivities();
    const seen = [];
    for (const email of [known, 'stranger@example.com', deactivated]) {
      const answer = await ask(email);
      const names = [...answer.headers.keys()].filter((name) => name !== 'x-request-id');
      seen.push([answer.status, answer.headers.get('location'), await answer.text(), names]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(await (await nobody(forgotSent)).text()).toContain('If there is an account with the address you typed');
    await waitForMails(known, 1);
    expect(await stored(deactivated)).toEqual([]);
    expect(await stored('stranger@example.com')).toEqual([]);
    expect((await tokensOf(deactivated)) + (await tokensOf('stranger@example.com'))).toBe(0);
    expect(await countActivities()).toBe(before + 1);
  });

  it('is the same once an account has been sent 3 mails in an hour; a fourth is not sent, and the last link stays good', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    let link = '';
    for (let n = 0; n < 3; n++) link = await linkFor(email);
    for (let n = 0; n < 2; n++) expect((await ask(email, `198.51.100.${n}`)).headers.get('location')).toBe(forgotSent);
    expect(await stored(email)).toEqual(['reset', 'reset', 'reset']);
    expect((await nobody(link)).status).toBe(200);
    await sql("update rate_limits set hits = array(select h - interval '61 minutes' from unnest(hits) h)");
    await linkFor(email);
  });

  it('is 429 after 10 requests in an hour from one address, whomever they are about, with what was typed', async () => {
    for (let n = 0; n < 10; n++) expect((await ask(`a${n}@example.com`, '203.0.113.90')).status).toBe(303);
    const { email } = await makeAccount(sql, 'viewer');
    const refused = await ask(email, '203.0.113.90');
    expect(refused.headers.get('retry-after')).toBe('3600');
    await expectPage(refused, 429, `value="${email}"`, 'Too many links have been asked for');
    expect(await stored(email)).toEqual([]);
    expect((await ask(email, '203.0.113.91')).status).toBe(303);
  });

  it('is 400 for what is no address', async () => {
    for (const email of ['', 'no address', `${'a'.repeat(250)}@example.com`]) {
      const answer = await ask(email);
      expect([email, answer.status]).toEqual([email, 400]);
      expect(await answer.text()).toMatch(/Please enter (a valid|your) email address/);
    }
  });
});

describe('a link', () => {
  const gone = async (link: string) => {
    const [page, chosen] = [await nobody(link), await choose(link, NEW)];
    expect([page.status, chosen.status]).toEqual([410, 410]);
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const words = /<main[^]*<\/main>/;
    expect(words.exec(await chosen.text())![0]).toBe(words.exec(await page.clone().text())![0]);
    return words.exec(await page.text())![0];
  };

  it('is refused by one same page when it is unknown, used, too old, of a deactivated account or not the newest', async () => {
    const pages = [await gone(paths.admin.reset('nothing')), await gone(paths.admin.reset('A'.repeat(43)))];
    const one = await makeAccount(sql, 'viewer');
    const used = await linkFor(one.email);
    await choose(used, NEW);
    pages.push(await gone(used));
    const old = await linkFor(one.email);
    await sql("update account_tokens set expires_at = now() - interval '1 second' where email = $1", [one.email]);
    pages.push(await gone(old));
    const two = await makeAccount(sql, 'viewer');
    const first = await linkFor(two.email);
    const second = await linkFor(two.email);
    pages.push(await gone(first));
    expect((await nobody(second)).status).toBe(200);
    await sql('update accounts set deactivated_at = now() where id = $1', [two.accountId]);
    pages.push(await gone(second));
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain(`href="${forgot}"`);
  });

  it('works for only one of those who use it at the same moment', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const link = await linkFor(email);
    const answers = await Promise.all([1, 2].map((n) => choose(link, `${NEW} ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  it('stays valid, and so does the old password, if the mail about the change cannot be stored', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const link = await linkFor(email);
    expect((await whileWritesFail(sql, 'activities', () => choose(link, NEW))).status).toBeGreaterThanOrEqual(500);
    expect((await sendLogin(site, email, PASSWORD)).status).toBe(303);
    expect((await nobody(link)).status).toBe(200);
  });
});
