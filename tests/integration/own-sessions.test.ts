import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { whileMissing } from '../support/database.ts';
import { makeSession } from '../support/session.ts';
import { testStaffMails } from '../support/staff-mails.ts';
import { asker, cookieOf, makeAccount, PASSWORD, send, sendLogin, visitAs, type Ask } from '../support/visitor.ts';

const { site, sql, mailsTo, waitForMails } = await testStaffMails();
beforeEach(async () => void (await sql('delete from rate_limits')));

const { account, ownSessions, dashboard, login } = paths.admin;
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const from = (address: string, userAgent: string) => ({ 'X-Forwarded-For': address, 'User-Agent': userAgent });
const signIn = async (email: string, headers = {}) => cookieOf(await sendLogin(site, email, PASSWORD, headers));
const anotherOf = async (accountId: number) => asker(site, `session=${await makeSession(sql, accountId, 'viewer')}`);
const end = (ask: Ask, session: string, password = '') => send(ask, ownSessions, { session, password });
const idsOf = (accountId: number) =>
  sql.column<number>('select id from sessions where account_id = $1 order by id', [accountId]);
const isIn = async (ask: Ask) => (await ask(dashboard)).status === 200;
const listOf = async (ask: Ask) => {
  const page = (await (await ask(account)).text()).replace(/<!-- -->/g, '');
  return /aria-labelledby="own-sessions"[^]*?<\/section>/.exec(page)![0].split('<li').slice(1);
};

describe('one’s own sessions', () => {
  it('stand on the account page: device, address, since, last used, the one at hand first', async () => {
    const { accountId, email } = await makeAccount(sql, 'viewer');
    await signIn(email, from('203.0.113.20', FIREFOX));
    const here = asker(site, await signIn(email, from('203.0.113.21', SAFARI)));
    await visitAs(site, sql, 'viewer'); // another account's session
    await signIn(email); // a session that has expired
    await sql("update sessions set created_at = now() - interval '1 day' where account_id = $1", [accountId]);
    await sql(
      `update sessions set refreshed_at = now() - interval '8 days'
       where id = (select max(id) from sessions where account_id = $1)`,
      [accountId],
    );
    const list = await listOf(here);
    expect(list).toHaveLength(2);
    expect(list[0]).toMatch(/Safari on iPhone.*\(this device\)/s);
    expect(list[0]).not.toContain('<button');
    expect(list[1]).toMatch(/Firefox on Android.*203\.0\.113\.20.*Last used \d+ \w+ \d{4}, \d\d:\d\d.*Since \d+ \w+/s);
    expect(list[1]).toContain('<button');
  });

  it('end at once, one by one, or all but the one at hand', async () => {
    const { accountId, email, ask: here } = await visitAs(site, sql, 'viewer');
    const others = [];
    for (let n = 0; n < 4; n++) others.push(await anotherOf(accountId));
    const first = String((await idsOf(accountId))[1]);
    await expectLed(end(here, first), account);
    expect(await Promise.all([here, ...others].map(isIn))).toEqual([true, false, true, true, true]);
    const again = await expectLed(end(here, first), account);
    expect(await (await asker(site, cookieOf(again))(login)).text()).toContain('This session had already ended');
    expect((await end(here, 'others')).status).toBe(303);
    expect(await Promise.all([here, ...others].map(isIn))).toEqual([true, false, false, false, false]);
    expect(await idsOf(accountId)).toHaveLength(1);
    expect(await sql.column("select what from activities where kind = 'sign-out' and who = $1", [email])).toEqual([
      'Ended a session: Chrome on Linux',
      'Ended all other sessions: 3',
    ]);
  });

  it('are nobody else’s to end, and the one at hand is ended by signing out', async () => {
    const owner = await visitAs(site, sql, 'viewer');
    const admin = await visitAs(site, sql, 'admin');
    const [id] = await idsOf(owner.accountId);
    await end(admin.ask, String(id));
    await end(admin.ask, 'others');
    expect(await isIn(owner.ask)).toBe(true);
    await end(owner.ask, String(id));
    expect(await isIn(owner.ask)).toBe(true);
    for (const session of ['', '0', '-1', '1.5', 'all', '2147483648'])
      expect([session, (await end(owner.ask, session)).status]).toEqual([session, 400]);
  });

  it('end only with the password, which is required again after 10 minutes', async () => {
    const { accountId, ask } = await visitAs(site, sql, 'viewer');
    expect(await (await ask(account)).text()).not.toContain('id="sessions-password"');
    const other = await anotherOf(accountId);
    await sql("update sessions set password_at = now() - interval '11 minutes' where account_id = $1", [accountId]);
    expect(await (await ask(account)).text()).toContain('id="sessions-password"');
    const page = await expectPage(end(ask, 'others', 'wrong'), 400, 'This is not your current password');
    expect(/<input[^>]*autofocus[^>]*>/i.exec(page)![0]).toContain('id="sessions-password"'); // a long page opens there
    expect(await isIn(other)).toBe(true);
    const ended = await end(ask, 'others', PASSWORD);
    expect([ended.status, await isIn(other), await isIn(asker(site, cookieOf(ended)))]).toEqual([303, false, true]);
  });

  it('are shown 50 at a time, and all end together', async () => {
    const { accountId, ask } = await visitAs(site, sql, 'viewer');
    await sql(
      `insert into sessions (account_id, access_token, refresh_token, expires_in, expires_at)
       select $1::int, md5(i::text || $1), md5(i::text || 'r' || $1), 3600, now() + interval '1 hour' from generate_series(1, 60) i`,
      [accountId],
    );
    expect(await listOf(ask)).toHaveLength(51);
    expect((await (await ask(account)).text()).replace(/<!-- -->/g, '')).toContain('And 10 more');
    await end(ask, 'others');
    expect(await idsOf(accountId)).toHaveLength(1);
  });
});

it('time and place of the last use of a session are stored at most once a minute', async () => {
  const { accountId, ask } = await visitAs(site, sql, 'viewer');
  const lastUsed = (seconds: number) =>
    sql(`update sessions set last_used_at = now() - interval '${seconds} s' where account_id = $1`, [accountId]);
  const isNow = "now() - last_used_at < interval '30 s'";
  const use = () => sql.row(`select ${isNow} as now, address, device from sessions where account_id = $1`, [accountId]);
  await lastUsed(40);
  for (let n = 0; n < 3; n++) await ask(dashboard, { headers: from('203.0.113.41', FIREFOX) });
  expect(await use()).toMatchObject({ now: false, address: '127.0.0.1' });
  await lastUsed(61);
  await ask(dashboard, { headers: from('203.0.113.40', FIREFOX) });
  await expect.poll(use).toEqual({ now: true, address: '203.0.113.40', device: 'Firefox on Android' });
});

describe('the owner is told by mail of a sign-in', () => {
  it('from a device not seen before, and not of the very first, nor of one from a known device', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const first = await sendLogin(site, email, PASSWORD, from('203.0.113.60', FIREFOX));
    await signIn(email, { Cookie: /device=[^;]+/.exec(cookieOf(first))![0] });
    expect(await sql('select 1 from staff_mails where email = $1', [email])).toEqual([]);
    await signIn(email, from('203.0.113.61', SAFARI));
    const [mail] = await waitForMails(email, 1);
    expect(mail!.Subject).toMatch(/^Sign-in from a new device/);
    expect(mail!.TextBody).toContain('From: Safari on iPhone, address 203.0.113.61');
    expect(mail!.TextBody).toMatch(/When: \w+, \d+ \w+ \d{4} at \d\d:\d\d \(Port of Spain time\)/);
    expect(mail!.TextBody).toContain(site.url + paths.admin.forgot);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('which takes place though the mail cannot be queued', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    await signIn(email);
    const { status } = await whileMissing(sql, 'staff_mails', () => sendLogin(site, email, PASSWORD));
    expect(status).toBe(303);
  });
});

const { preferences } = paths.admin;
it('one’s own name and keys are saved by their owner alone', async () => {
  const [one, other] = [await visitAs(site, sql, 'viewer'), await visitAs(site, sql, 'editor')];
  expect((await one.post(preferences, { name: ' Ann\n Ali ' })).status).toBe(303);
  const kept = (id: number) => sql.row('select name, has_keys from accounts where id = $1', [id]);
  expect(await kept(one.accountId)).toEqual({ name: 'Ann Ali', has_keys: false });
  expect(await kept(other.accountId)).toEqual({ name: null, has_keys: true });
  expect(await (await one.get(account)).text()).toContain('Ann Ali');
  expect((await one.post(preferences, { name: '', keys: 'on' })).status).toBe(303);
  expect(await kept(one.accountId)).toEqual({ name: null, has_keys: true });
});
