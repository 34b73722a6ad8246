import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { fillLimits, makeAccount, PASSWORD } from '../support/accounts.ts';
import { testSite } from '../support/database.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { asker, cookieOf, send, sendLogin, visitAs, visitByPassword, type Ask } from '../support/visitor.ts';

const { site: product, sql } = await testSite({ TRUST_PROXY: '1' });
const NEW = 'seven tall cranes lift 9 t';
beforeEach(async () => void (await sql('delete from rate_limits')));

function tokensOf(cookie: string): { accessToken: string; refreshToken: string } {
  const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0]!;
  return JSON.parse(Buffer.from(value, 'base64').toString()) as { accessToken: string; refreshToken: string };
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sessionsOf = (accountId: number) =>
  sql<Record<string, unknown>>('select * from sessions where account_id = $1 order by id', [accountId]);
const expireIn = (accountId: number, seconds: number) =>
  sql('update sessions set expires_at = now() + make_interval(secs => $2) where account_id = $1', [accountId, seconds]);
const sessionIn = (answer: Response) => /session=[^;]+/.exec(cookieOf(answer))![0];
const keepAlive = (ask: Ask) => ask(paths.admin.session, { method: 'POST' });
const isIn = async (ask: (path: string) => Promise<Response>) => (await ask(paths.admin.dashboard)).status === 200;

describe('signing in', () => {
  it('makes a session with the fields of the specification, its tokens hashed', async () => {
    const { accountId, cookie } = await visitByPassword(product, sql, 'viewer');
    const [row, ...more] = await sessionsOf(accountId);
    expect(more).toEqual([]);
    const { accessToken, refreshToken } = tokensOf(cookie);
    const hashes = { access_token: sha256(accessToken), refresh_token: sha256(refreshToken) };
    expect(row).toMatchObject({ ...hashes, token_type: 'bearer', expires_in: 3600 });
    expect(Number(row!.expires_at) - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('gives a cookie that scripts and other sites do not get, and ends the earlier session of the browser', async () => {
    const { accountId, email, cookie, ask } = await visitByPassword(product, sql, 'viewer');
    expect((await ask(paths.admin.login)).headers.get('location')).toBe(paths.admin.dashboard); // already signed in
    await sendLogin(product, email, 'wrong', { Cookie: cookie });
    expect(await isIn(ask)).toBe(true);
    const again = await sendLogin(product, ` ${email.toUpperCase()} `, PASSWORD, { Cookie: cookie });
    expect(again.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
    expect(again.headers.get('location')).toBe(paths.admin.dashboard);
    expect([await isIn(ask), await isIn(asker(product, sessionIn(again)))]).toEqual([false, true]);
    expect(await sessionsOf(accountId)).toHaveLength(1);
    const other = await visitByPassword(product, sql, 'viewer');
    await sendLogin(product, other.email, PASSWORD, { Cookie: sessionIn(again) });
    expect(await sessionsOf(accountId)).toEqual([]);
    expect(await sessionsOf(other.accountId)).toHaveLength(2); // from two browsers
  });

  it('reads alike for an unknown e-mail, a wrong password and a deactivated account, but in the activity log', async () => {
    const [{ email: wrong }, { email }] = [await makeAccount(sql, 'viewer'), await makeAccount(sql, 'viewer')];
    await sql('update accounts set deactivated_at = now() where email = $1', [email]);
    const seen = new Set<string>();
    const tries = { 'nobody@example.com': PASSWORD, [wrong]: 'wrong', [email]: PASSWORD };
    for (const [typed, password] of Object.entries(tries)) {
      const answer = await sendLogin(product, typed, password);
      expect(answer.status).toBe(401);
      const page = (await answer.text()).replaceAll(typed, '');
      seen.add(page.replaceAll(/nonce="[^"]*"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ''));
    }
    expect(seen.size).toBe(1);
    expect([...seen][0]).toContain('Invalid email or password');
    expect(await sql('select kind, what from activities where who = $1', [email])).toEqual([
      { kind: 'sign-in-refused', what: 'Tried to sign in to a deactivated account' },
    ]);
  });
});

describe('more than 10 failures in 3 minutes', () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });

  it('from one address are too many, whichever accounts they try and whatever they say of it', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    for (let n = 0; n < 10; n++) {
      expect((await sendLogin(product, `a${n}@example.com`, 'wrong', from('203.0.113.1'))).status).toBe(401);
      if (!n) expect((await sendLogin(product, email, PASSWORD, from('203.0.113.1'))).status).toBe(303); // not counted
    }
    // the proxy appends the address that it sees
    const answer = await sendLogin(product, 'b@example.com', 'wrong', from('198.51.100.1, 203.0.113.1'));
    expect(answer.headers.get('retry-after')).toBe('180');
    await expectPage(answer, 429, 'You have tried too many times. Please wait a few minutes and try again.');
  });

  it('cannot be exceeded by parallel tries', async () => {
    const tries = Array.from({ length: 20 }, () =>
      sendLogin(product, 'c@example.com', 'wrong', from('203.0.113.200')).then(({ status }) => status),
    );
    const answers = (await Promise.all(tries)).filter((status) => status !== 503); // a busy machine gives 503
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(answers)).toEqual(new Set([401, 429]));
  });

  it('are one line of the activity log per address and account, however long they last', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const [one, other] = ['203.0.113.60', '203.0.113.61'];
    const written = () =>
      sql<{ who: string; address: string }>(
        "select who, address from activities where kind = 'sign-in-refused' and address = any($1) order by id",
        [[one, other]],
      );
    await sendLogin(product, email, 'wrong', from(one));
    await fillLimits(sql);
    for (let n = 0; n < 3; n++) expect((await sendLogin(product, email, 'wrong', from(one))).status).toBe(429);
    expect(await written()).toEqual([{ who: email, address: one }]);
    for (let n = 0; n < 3; n++) await sendLogin(product, `g${n}@example.com`, 'wrong', from(one)); // random names
    await sendLogin(product, email, 'wrong', from(other));
    const lines = [email, 'unknown account'].map((who) => ({ who, address: one }));
    expect(await written()).toEqual([...lines, { who: email, address: other }]);
    await sql("update rate_limits set hits = array(select h - interval '181 seconds' from unnest(hits) h)");
    for (let n = 0; n < 11; n++) await sendLogin(product, email, 'wrong', from(one));
    expect(await written()).toHaveLength(4);
  });
});

describe('an open session', () => {
  it('is renewed within 3 ticks of its expiry; a request under way with the old token may finish', async () => {
    const { accountId, email, cookie, ask } = await visitAs(product, sql, 'editor');
    const kept = async () => {
      const answer = await keepAlive(ask);
      return { answer, ...((await answer.json()) as { email: string; role: string; expiresInMs: number }) };
    };
    await expireIn(accountId, 30 * 86_400); // by a clock that was ahead
    expect((await kept()).expiresInMs).toBeGreaterThan(2 ** 31);
    await expireIn(accountId, 100);
    const before = await kept();
    expect(before).toMatchObject({ email, role: 'editor' });
    expect(before.expiresInMs).toBeLessThanOrEqual(100_000);
    expect(cookieOf(before.answer)).toBe('');
    await expireIn(accountId, 80);
    const { answer, expiresInMs } = await kept();
    const renewed = cookieOf(answer);
    expect(tokensOf(renewed)).not.toEqual(tokensOf(cookie));
    expect(expiresInMs).toBeGreaterThan(3_500_000);
    expect([await isIn(ask), await isIn(asker(product, renewed))]).toEqual([true, true]);
    expect(await sessionsOf(accountId)).toHaveLength(1);
  });

  it('is renewed once by parallel requests, none of which is turned away', async () => {
    const { accountId, ask } = await visitAs(product, sql, 'viewer');
    await expireIn(accountId, 30);
    const answers = await Promise.all(Array.from({ length: 8 }, () => keepAlive(ask)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    expect(answers.filter((answer) => cookieOf(answer) !== '')).toHaveLength(1);
  });

  it('is renewed once more where the answer with its new tokens was lost', async () => {
    const { accountId, ask } = await visitAs(product, sql, 'viewer');
    await expireIn(accountId, 60);
    expect(cookieOf(await keepAlive(ask))).not.toBe('');
    await sql("update sessions set refreshed_at = refreshed_at - interval '30 s' where account_id = $1", [accountId]);
    const answers = await Promise.all([keepAlive(ask), keepAlive(ask)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const renewed = answers.map(cookieOf).find(Boolean)!;
    expect(await isIn(asker(product, renewed))).toBe(true);
    expect(await sessionsOf(accountId)).toMatchObject([{ access_token: sha256(tokensOf(renewed).accessToken) }]);
  });

  it('comes back from an expired access token by its refresh token', async () => {
    const { accountId, ask } = await visitAs(product, sql, 'viewer');
    await expireIn(accountId, -600);
    const answer = await ask(paths.admin.dashboard);
    expect(answer.status).toBe(200);
    expect(await isIn(asker(product, cookieOf(answer)))).toBe(true);
  });

  it.each([
    ['unused for 7 days', "refreshed_at = now() - interval '8 days'"],
    ['30 days old', "created_at = now() - interval '31 days'"],
  ])('is over when %s, by the clock of the database', async (_, change) => {
    const { accountId, ask } = await visitAs(product, sql, 'viewer');
    await sql(`update sessions set ${change} where account_id = $1`, [accountId]);
    expect((await keepAlive(ask)).status).toBe(401);
    expect((await ask(paths.admin.dashboard)).headers.get('location')).toBe(paths.admin.login);
  });

  it('cannot be forged: a changed cookie is ignored', async () => {
    const { cookie } = await visitAs(product, sql, 'viewer');
    const forged = cookie.replace(/=(.)/, (_, first: string) => `=${first === 'A' ? 'B' : 'A'}`);
    expect((await keepAlive(asker(product, forged))).status).toBe(401);
  });
});

it('signing out ends the session at once, is written down and goes to the home page', async () => {
  const { accountId, email, ask } = await visitAs(product, sql, 'viewer');
  expect((await ask(paths.logout)).status).toBe(404);
  await expectLed(ask(paths.logout, { method: 'POST' }), paths.home);
  expect(await sessionsOf(accountId)).toEqual([]);
  expect((await keepAlive(ask)).status).toBe(401);
  expect(await sql('select kind, what from activities where who = $1', [email])).toEqual([
    { kind: 'sign-out', what: 'Signed out' },
  ]);
});

// A stolen session cookie becomes useless when the account changes.
describe('new tokens, with which the old ones are dead at once,', () => {
  it('come with a new role, and none when nothing has changed', async () => {
    const { accountId, ask } = await visitAs(product, sql, 'viewer');
    expect(cookieOf(await ask(paths.admin.dashboard))).toBe('');
    await sql("update users set role = 'editor' where id = $1", [accountId]);
    const next = await ask(paths.admin.services);
    const now = asker(product, cookieOf(next));
    expect([next.status, await isIn(ask), (await now(paths.admin.services)).status]).toEqual([200, false, 200]);
    expect(await sessionsOf(accountId)).toMatchObject([{ role: 'editor' }]);
  });

  it('come where the role is taken away, in every browser', async () => {
    const { accountId, email, cookie } = await visitAs(product, sql, 'admin');
    const elsewhere = sessionIn(await sendLogin(product, email, PASSWORD));
    await sql('delete from users where id = $1', [accountId]);
    for (const old of [cookie, elsewhere].map((each) => asker(product, each))) {
      const next = await old(paths.admin.dashboard);
      expect([next.status, (await old(paths.admin.dashboard)).status]).toEqual([403, 302]);
      expect((await asker(product, cookieOf(next))(paths.admin.dashboard)).status).toBe(403);
    }
  });

  it('come with a password that was asked for again, whatever is wrong with the rest of the form', async () => {
    const { accountId, ask } = await visitAs(product, sql, 'viewer');
    await sql('update sessions set password_at = null where account_id = $1', [accountId]);
    const set = { intent: 'set-up', sealed: 'x', code: '123456' };
    const wrong = await send(ask, paths.admin.secondFactor, { ...set, password: 'wrong' });
    expect([wrong.status, cookieOf(wrong), await isIn(ask)]).toEqual([400, '', true]);
    const right = await send(ask, paths.admin.secondFactor, { ...set, password: PASSWORD });
    const page = await right.text();
    expect([right.status, page.includes('name="password"')]).toEqual([400, false]);
    expect(page).toContain('open for too long');
    expect([await isIn(ask), await isIn(asker(product, cookieOf(right)))]).toEqual([false, true]);
  });

  it('are those of the action, where its guard has renewed them just before', async () => {
    const { accountId, ask } = await visitAs(product, sql, 'viewer');
    await expireIn(accountId, 30);
    const changed = await send(ask, paths.admin.account, { currentPassword: PASSWORD, newPassword: NEW });
    const sessions = (answer: Response) => answer.headers.getSetCookie().filter((line) => line.startsWith('session='));
    expect(sessions(changed)).toHaveLength(1);
    const now = asker(product, sessionIn(changed));
    expect(await isIn(now)).toBe(true);
    await expireIn(accountId, 30);
    expect(sessions(await now(paths.logout, { method: 'POST' }))).toEqual([expect.stringMatching(/^session=;/)]);
  });
});
