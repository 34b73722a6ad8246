import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testDatabase } from '../support/database.ts';
import { startMailingSite } from '../support/staff-post.ts';
import { asker, cookieOf, makeAccount, PASSWORD, sendLogin, visitByPassword, type Ask } from '../support/visitor.ts';

const database = await testDatabase();
const { sql } = database;
const { site, mailsTo, waitForMails, stop } = await startMailingSite(database.url);
afterAll(stop);
beforeEach(async () => void (await sql('delete from rate_limits')));

const { account, ownSessions, dashboard, login } = paths.admin;
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const from = (address: string, userAgent: string) => ({ 'X-Forwarded-For': address, 'User-Agent': userAgent });
const signIn = async (email: string, headers = {}) => cookieOf(await sendLogin(site, email, PASSWORD, headers));
const end = (ask: Ask, session: string, password = '') =>
  ask(ownSessions, { method: 'POST', body: new URLSearchParams({ session, password }) });
const idsOf = async (accountId: number) =>
  (await sql<{ id: number }>('select id from sessions where account_id = $1 order by id', [accountId])).map(
    ({ id }) => id,
  );
const isIn = async (ask: Ask) => (await ask(dashboard)).status === 200;
const listOf = async (ask: Ask) => {
  const page = (await (await ask(account)).text()).replace(/<!-- -->/g, '');
  const list = /aria-labelledby="own-sessions"[^]*?<\/section>/.exec(page)![0];
  return list.split('<li').slice(1);
};
const activities = (email: string) => sql('select kind, what from activities where who = $1 order by id', [email]);

describe('one’s own sessions', () => {
  it('stand on the account page: device, address, since, last used, the one at hand first', async () => {
    const { accountId, email } = await makeAccount(sql, 'viewer');
    await signIn(email, from('203.0.113.20', FIREFOX));
    const here = asker(site, await signIn(email, from('203.0.113.21', SAFARI)));
    await visitByPassword(site, sql, 'viewer'); // somebody else's
    await sql("update sessions set created_at = now() - interval '1 day' where account_id = $1", [accountId]);
    const list = await listOf(here);
    expect(list).toHaveLength(2);
    expect(list[0]).toMatch(/Safari on iPhone.*\(this device\)/s);
    expect(list[0]).not.toContain('<button');
    expect(list[1]).toMatch(/Firefox on Android.*203\.0\.113\.20.*Last used \d+ \w+ \d{4}, \d\d:\d\d.*Since \d+ \w+/s);
    expect(list[1]).toContain('<button');
  });

  it('that are over are not among them', async () => {
    const { accountId, email } = await makeAccount(sql, 'viewer');
    await signIn(email);
    await signIn(email);
    await sql("update sessions set refreshed_at = now() - interval '8 days' where account_id = $1", [accountId]);
    expect(await listOf(asker(site, await signIn(email)))).toHaveLength(1);
  });

  it('end one by one, at once', async () => {
    const { accountId, email, ask: here } = await visitByPassword(site, sql, 'viewer');
    const [other, third] = [asker(site, await signIn(email)), asker(site, await signIn(email))];
    const ids = await idsOf(accountId);
    const ended = await end(here, String(ids[1]));
    expect([ended.status, ended.headers.get('location')]).toEqual([303, account]);
    expect([await isIn(here), await isIn(other), await isIn(third)]).toEqual([true, false, true]);
    expect((await activities(email)).at(-1)).toEqual({ kind: 'sign-out', what: 'Ended a session: Unknown device' });
    const again = await end(here, String(ids[1]));
    expect(again.status).toBe(303);
    expect(await (await asker(site, cookieOf(again))(login)).text()).toContain('This session had already ended');
  });

  it('end all at once but the one at hand', async () => {
    const { accountId, email, ask: here } = await visitByPassword(site, sql, 'editor');
    const others = [asker(site, await signIn(email)), asker(site, await signIn(email))];
    expect((await end(here, 'others')).status).toBe(303);
    expect(await Promise.all([here, ...others].map(isIn))).toEqual([true, false, false]);
    expect(await idsOf(accountId)).toHaveLength(1);
    expect((await activities(email)).at(-1)).toEqual({ kind: 'sign-out', what: 'Ended all other sessions: 2' });
  });

  it('are nobody else’s to end, and the one at hand is ended by signing out', async () => {
    const owner = await visitByPassword(site, sql, 'viewer');
    const admin = await visitByPassword(site, sql, 'admin');
    const [id] = await idsOf(owner.accountId);
    await end(admin.ask, String(id));
    await end(admin.ask, 'others');
    expect(await isIn(owner.ask)).toBe(true);
    await end(owner.ask, String(id));
    expect(await isIn(owner.ask)).toBe(true);
    expect((await end(asker(site, ''), String(id))).headers.get('location')).toBe(login);
  });

  it.each(['', '0', '-1', '1.5', 'all', '99999999999', '2147483648'])('are not ended by %j: 400', async (session) => {
    const { ask } = await visitByPassword(site, sql, 'viewer');
    const answer = await end(ask, session);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Failed to end the session');
  });

  it('end for whoever knows the password, which is asked for when it was given more than 10 minutes ago', async () => {
    const { accountId, email, ask } = await visitByPassword(site, sql, 'viewer');
    expect(await (await ask(account)).text()).not.toContain('id="sessions-password"');
    const other = asker(site, await signIn(email));
    await sql("update sessions set password_at = now() - interval '11 minutes' where account_id = $1", [accountId]);
    expect(await (await ask(account)).text()).toContain('id="sessions-password"');
    for (const [password, words] of [
      ['', 'Please enter your current password'],
      ['wrong', 'This is not your current password'],
    ] as const) {
      const answer = await end(ask, 'others', password);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(words);
    }
    expect(await isIn(other)).toBe(true);
    const ended = await end(ask, 'others', PASSWORD);
    expect([ended.status, await isIn(other), await isIn(asker(site, cookieOf(ended)))]).toEqual([303, false, true]);
  });

  it('are shown 50 at a time, and all end together', async () => {
    const { accountId, ask } = await visitByPassword(site, sql, 'viewer');
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

describe('when a session was last used', () => {
  const useOf = async (accountId: number) =>
    (
      await sql<{ ago: number; address: string; device: string }>(
        'select extract(epoch from now() - last_used_at)::int as ago, address, device from sessions where account_id = $1',
        [accountId],
      )
    )[0]!;
  const lastUsed = (accountId: number, seconds: number) =>
    sql('update sessions set last_used_at = now() - make_interval(secs => $2) where account_id = $1', [
      accountId,
      seconds,
    ]);

  it('is written down, with where from, once it is a minute ago', async () => {
    const { accountId, ask } = await visitByPassword(site, sql, 'viewer');
    await lastUsed(accountId, 61);
    await ask(dashboard, { headers: from('203.0.113.40', FIREFOX) });
    await expect.poll(async () => (await useOf(accountId)).address).toBe('203.0.113.40');
    const { ago, device } = await useOf(accountId);
    expect(ago).toBeLessThan(30);
    expect(device).toBe('Firefox on Android');
  });

  it('is not written down more often', async () => {
    const { accountId, ask } = await visitByPassword(site, sql, 'viewer');
    await lastUsed(accountId, 40);
    for (let n = 0; n < 3; n++) await ask(dashboard, { headers: from('203.0.113.41', FIREFOX) });
    expect((await useOf(accountId)).address).toBe('127.0.0.1');
  });
});

describe('the owner is told by mail of a sign-in', () => {
  it('from a device not seen before, and not of the very first, nor of one from a known device', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const first = await sendLogin(site, email, PASSWORD, from('203.0.113.60', FIREFOX));
    const device = cookieOf(first)
      .split('; ')
      .find((part) => part.startsWith('device='))!;
    await signIn(email, { Cookie: device });
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
    await sql('alter table staff_mails rename to staff_mails_away');
    try {
      expect((await sendLogin(site, email, PASSWORD)).status).toBe(303);
    } finally {
      await sql('alter table staff_mails_away rename to staff_mails');
    }
  });
});

it('a changed password is told to the owner by mail, and written down; links that were mailed before are worthless', async () => {
  const { accountId, email, ask } = await visitByPassword(site, sql, 'viewer');
  await sql(
    `insert into account_tokens (token_hash, purpose, account_id, email, expires_at)
     values (md5(random()::text), 'reset', $1, $2, now() + interval '1 hour')`,
    [accountId, email],
  );
  const body = new URLSearchParams({ currentPassword: PASSWORD, newPassword: 'seven tall cranes lift 9 t' });
  await ask(account, { method: 'POST', body, headers: { 'User-Agent': FIREFOX } });
  const [mail] = await waitForMails(email, 1);
  expect(mail!.Subject).toMatch(/^Your password was changed/);
  expect(mail!.TextBody).toContain('From: Firefox on Android, address 127.0.0.1');
  expect((await activities(email)).at(-1)).toEqual({ kind: 'password', what: 'Changed their own password' });
  expect(await sql('select 1 from account_tokens where account_id = $1', [accountId])).toEqual([]);
});

it('signing out is written down', async () => {
  const { email, ask } = await visitByPassword(site, sql, 'viewer');
  await ask(paths.logout, { method: 'POST' });
  expect((await activities(email)).at(-1)).toEqual({ kind: 'sign-out', what: 'Signed out' });
});
