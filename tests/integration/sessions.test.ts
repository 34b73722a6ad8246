import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testSite } from '../support/database.ts';
import { startApp } from '../support/app.ts';
import { asker, cookieOf, makeAccount, PASSWORD, sendLogin, visitByPassword, type Ask } from '../support/visitor.ts';

const { site: product, sql, url: DATABASE_URL } = await testSite({ TRUST_PROXY: '1' });
beforeEach(async () => void (await sql('delete from rate_limits')));

/** The tokens in a signed cookie. */
function tokensOf(cookie: string): { accessToken: string; refreshToken: string } {
  const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0]!;
  return JSON.parse(Buffer.from(value, 'base64').toString()) as { accessToken: string; refreshToken: string };
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sessionsOf = (accountId: number) =>
  sql<Record<string, unknown>>('select * from sessions where account_id = $1 order by id', [accountId]);
const keepAlive = (ask: Ask) => ask(paths.admin.session, { method: 'POST' });
const isIn = async (ask: (path: string) => Promise<Response>) => (await ask(paths.admin.dashboard)).status === 200;

describe('signing in', () => {
  it('makes a session with the fields of the specification, its tokens hashed', async () => {
    const { accountId, cookie } = await visitByPassword(product, sql, 'viewer');
    const [row, ...more] = await sessionsOf(accountId);
    expect(more).toEqual([]);
    const { accessToken, refreshToken } = tokensOf(cookie);
    expect(row).toMatchObject({
      access_token: sha256(accessToken),
      refresh_token: sha256(refreshToken),
      token_type: 'bearer',
      expires_in: 3600,
    });
    expect(Number(row!.expires_at) - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('gives a cookie that scripts and other sites do not get, and never the one that was brought', async () => {
    const { email, cookie } = await visitByPassword(product, sql, 'viewer');
    const again = await sendLogin(product, email, PASSWORD, { Cookie: cookie });
    const [line] = again.headers.getSetCookie();
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
    expect(cookieOf(again)).not.toBe(cookie);
    expect(again.headers.get('location')).toBe(paths.admin.dashboard);
  });

  it('takes the e-mail in any case and goes to the dashboard at once when signed in already', async () => {
    const { email, ask } = await visitByPassword(product, sql, 'viewer');
    expect((await sendLogin(product, ` ${email.toUpperCase()} `, PASSWORD)).status).toBe(303);
    const answer = await ask(paths.admin.login);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, paths.admin.dashboard]);
  });

  it('answers an unknown e-mail and a wrong password alike', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((each) => sendLogin(product, each, 'not the password')),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    for (const answer of answers) expect(await answer.text()).toContain('Invalid email or password');
  });

  it('to a deactivated account reads like a wrong password, but in the activity log', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    await sql('update accounts set deactivated_at = now() where email = $1', [email]);
    const [answer, wrong] = [
      await sendLogin(product, email, PASSWORD),
      await sendLogin(product, 'nobody@example.com', PASSWORD),
    ];
    const plain = async (page: Response, typed: string) =>
      (await page.text())
        .replaceAll(typed, '')
        .replaceAll(/nonce="[^"]*"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
    expect([answer.status, await plain(answer, email)]).toEqual([401, await plain(wrong, 'nobody@example.com')]);
    expect(await sql('select kind, what from activities where who = $1', [email])).toEqual([
      { kind: 'sign-in-refused', what: 'Tried to sign in to a deactivated account' },
    ]);
  });

  it('asks for both fields', async () => {
    expect((await sendLogin(product, '', '')).status).toBe(400);
    expect((await sendLogin(product, 'a@example.com', '')).status).toBe(400);
  });

  it('is refused from another site', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const answer = await sendLogin(product, email, PASSWORD, { Origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
  });
});

describe('more than 10 failures in 3 minutes', () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });

  it('from one address are too many, whichever accounts they try', async () => {
    for (let n = 0; n < 10; n++)
      expect((await sendLogin(product, `a${n}@example.com`, 'wrong', from('203.0.113.1'))).status).toBe(401);
    const answer = await sendLogin(product, 'b@example.com', 'wrong', from('203.0.113.1'));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '180']);
    const text = 'You have tried too many times. Please wait a few minutes and try again.';
    expect(await answer.text()).toContain(text);
  });

  it('on one account are too many, wherever they come from', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const tries = [];
    for (let n = 0; n < 12; n++) tries.push((await sendLogin(product, email, 'wrong', from(`203.0.113.${n}`))).status);
    expect(tries).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it('cannot be had by trying at the same moment', async () => {
    const tries = Array.from({ length: 20 }, () =>
      sendLogin(product, 'c@example.com', 'wrong', from('203.0.113.200')).then(({ status }) => status),
    );
    expect((await Promise.all(tries)).filter((status) => status === 401)).toHaveLength(10);
  });

  it('stay too many when the server starts anew, and whatever the client says of its address', async () => {
    for (let n = 0; n < 10; n++) await sendLogin(product, `d${n}@example.com`, 'wrong', from('203.0.113.30'));
    const next = await startApp({ DATABASE_URL, TRUST_PROXY: '1' });
    const direct = await startApp({ DATABASE_URL });
    try {
      const forged = from('198.51.100.1, 203.0.113.30'); // the proxy adds what it saw, on the right
      expect((await sendLogin(next, 'e@example.com', 'wrong', forged)).status).toBe(429);
      const tries = [];
      for (let n = 0; n < 11; n++)
        tries.push((await sendLogin(direct, `f${n}@example.com`, 'wrong', from(`198.51.100.${n}`))).status);
      expect(tries.at(-1)).toBe(429); // without a trusted proxy the header is nothing
    } finally {
      await Promise.all([next.stop(), direct.stop()]);
    }
  });

  it('are one line of the activity log, for an address and an account, however long they go on', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    const [one, other] = ['203.0.113.60', '203.0.113.61'];
    const written = () =>
      sql<{ who: string; address: string }>(
        "select who, address from activities where kind = 'sign-in-refused' and address = any($1) order by id",
        [[one, other]],
      );
    for (let n = 0; n < 10; n++) await sendLogin(product, email, 'wrong', from(one));
    for (let n = 0; n < 3; n++) expect((await sendLogin(product, email, 'wrong', from(one))).status).toBe(429);
    expect(await written()).toEqual([{ who: email, address: one }]);
    for (let n = 0; n < 3; n++) await sendLogin(product, `g${n}@example.com`, 'wrong', from(one)); // names at random
    await sendLogin(product, email, 'wrong', from(other));
    const lines = [email, 'unknown account'].map((who) => ({ who, address: one }));
    expect(await written()).toEqual([...lines, { who: email, address: other }]);
    await sql("update rate_limits set hits = array(select h - interval '181 seconds' from unnest(hits) h)");
    for (let n = 0; n < 12; n++) await sendLogin(product, email, 'wrong', from(one));
    expect(await written()).toHaveLength(4);
  });

  it('do not count what succeeded', async () => {
    const { email } = await makeAccount(sql, 'viewer');
    for (let n = 0; n < 12; n++)
      expect((await sendLogin(product, email, PASSWORD, from('203.0.113.50'))).status).toBe(303);
  });
});

describe('an open session', () => {
  const expireIn = (accountId: number, seconds: number) =>
    sql('update sessions set expires_at = now() + make_interval(secs => $2) where account_id = $1', [
      accountId,
      seconds,
    ]);

  it('says whose it is and when it ends, and is not renewed before its time', async () => {
    const { accountId, email, ask } = await visitByPassword(product, sql, 'editor');
    await expireIn(accountId, 100);
    const answer = await keepAlive(ask);
    const body = (await answer.json()) as { email: string; role: string; expiresInMs: number };
    expect(body).toMatchObject({ email, role: 'editor' });
    expect(body.expiresInMs).toBeLessThanOrEqual(100_000);
    expect(cookieOf(answer)).toBe('');
  });

  it('is renewed within 3 ticks of its expiry; a request under way with the old token may finish', async () => {
    const { accountId, cookie, ask } = await visitByPassword(product, sql, 'viewer');
    await expireIn(accountId, 80);
    const answer = await keepAlive(ask);
    const renewed = cookieOf(answer);
    expect(tokensOf(renewed)).not.toEqual(tokensOf(cookie));
    expect(((await answer.json()) as { expiresInMs: number }).expiresInMs).toBeGreaterThan(3_500_000);
    expect(await isIn(ask)).toBe(true);
    expect(await isIn(asker(product, renewed))).toBe(true);
    expect(await sessionsOf(accountId)).toHaveLength(1);
  });

  it('is renewed once by requests at the same moment, none of which is turned away', async () => {
    const { accountId, ask } = await visitByPassword(product, sql, 'viewer');
    await expireIn(accountId, 30);
    const answers = await Promise.all(Array.from({ length: 8 }, () => keepAlive(ask)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    expect(answers.filter((answer) => cookieOf(answer) !== '')).toHaveLength(1);
  });

  it('comes back from an expired access token by its refresh token', async () => {
    const { accountId, ask } = await visitByPassword(product, sql, 'viewer');
    await expireIn(accountId, -600);
    const answer = await ask(paths.admin.dashboard);
    expect(answer.status).toBe(200);
    expect(await isIn(asker(product, cookieOf(answer)))).toBe(true);
  });

  it.each([
    ['unused for 7 days', "refreshed_at = now() - interval '8 days'"],
    ['30 days old', "created_at = now() - interval '31 days'"],
  ])('is over when %s, by the clock of the database', async (_, change) => {
    const { accountId, ask } = await visitByPassword(product, sql, 'viewer');
    await sql(`update sessions set ${change} where account_id = $1`, [accountId]);
    expect((await keepAlive(ask)).status).toBe(401);
    expect((await ask(paths.admin.dashboard)).headers.get('location')).toBe(paths.admin.login);
  });

  it('cannot be made up: a cookie that was tampered with is none', async () => {
    const { cookie } = await visitByPassword(product, sql, 'viewer');
    const forged = cookie.replace(/=(.)/, (_, first: string) => `=${first === 'A' ? 'B' : 'A'}`);
    expect((await keepAlive(asker(product, forged))).status).toBe(401);
  });
});

describe('a session ends at once', () => {
  it('by sign-out, which goes to the home page', async () => {
    const { accountId, ask } = await visitByPassword(product, sql, 'viewer');
    const answer = await ask(paths.logout, { method: 'POST' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, paths.home]);
    expect(await sessionsOf(accountId)).toEqual([]);
    expect((await keepAlive(ask)).status).toBe(401);
  });

  it('not by a link or by another site', async () => {
    const { ask } = await visitByPassword(product, sql, 'viewer');
    expect((await ask(paths.logout)).status).toBe(404);
    expect((await ask(paths.logout, { method: 'POST', headers: { Origin: 'https://evil.example' } })).status).toBe(403);
    expect(await isIn(ask)).toBe(true);
  });

  it('with its account', async () => {
    const { accountId, ask } = await visitByPassword(product, sql, 'viewer');
    await sql('delete from accounts where id = $1', [accountId]);
    expect((await keepAlive(ask)).status).toBe(401);
  });
});

it('a role counts from the next request on', async () => {
  const { accountId, ask } = await visitByPassword(product, sql, 'admin');
  expect((await ask(paths.admin.messages)).status).toBe(200);
  await sql("update users set role = 'viewer' where id = $1", [accountId]);
  const answer = await ask(paths.admin.messages);
  expect(answer.headers.get('location')).toBe(paths.admin.dashboard);
  await sql('delete from users where id = $1', [accountId]);
  expect((await asker(product, cookieOf(answer))(paths.admin.dashboard)).status).toBe(403);
});

describe('changing one’s own password', () => {
  const change = (ask: Ask, currentPassword: string, next: string) =>
    ask(paths.admin.account, { method: 'POST', body: new URLSearchParams({ currentPassword, newPassword: next }) });

  it('ends the other sessions and keeps this one', async () => {
    const { email, ask } = await visitByPassword(product, sql, 'viewer');
    const other = asker(product, cookieOf(await sendLogin(product, email, PASSWORD)));
    const answer = await change(ask, PASSWORD, 'seven tall cranes lift 9 t');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, paths.admin.account]);
    expect(await isIn(asker(product, cookieOf(answer)))).toBe(true);
    expect((await keepAlive(other)).status).toBe(401);
    expect((await sendLogin(product, email, PASSWORD)).status).toBe(401);
    expect((await sendLogin(product, email, 'seven tall cranes lift 9 t')).status).toBe(303);
  });

  it.each([
    ['a wrong old one', 'not my password', 'seven tall cranes lift 9 t', 'This is not your current password'],
    ['fewer than 8 characters', PASSWORD, 'Ab1!xyz', 'Password must be at least 8 characters'],
    ['more than 128', PASSWORD, 'x1'.repeat(65), 'Password must be at most 128 characters'],
    ['a common one, in any case of letters', PASSWORD, 'PassWord123', 'This password is too easy to guess'],
    ['none', PASSWORD, '', 'Please enter a new password'],
  ])('refuses %s', async (_, current, next, message) => {
    const { ask } = await visitByPassword(product, sql, 'viewer');
    const answer = await change(ask, current, next);
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain(message);
    expect(page).toContain('<title>Error: ');
    expect(page).not.toContain(`value="${current}"`);
  });

  it('takes any characters, 8 of them or 128', async () => {
    const { email, ask } = await visitByPassword(product, sql, 'viewer');
    const long = String.fromCodePoint(...Array.from({ length: 128 }, (_, i) => 0x410 + ((i * 37) % 61)));
    const changed = await change(ask, PASSWORD, '🏗️ кран 7');
    expect(changed.status).toBe(303);
    expect((await change(asker(product, cookieOf(changed)), '🏗️ кран 7', long)).status).toBe(303);
    expect((await sendLogin(product, email, long)).status).toBe(303);
  });

  it('cannot be used to find the old one', async () => {
    const { ask } = await visitByPassword(product, sql, 'viewer');
    const tries = [];
    for (let n = 0; n < 11; n++) tries.push((await change(ask, 'wrong', 'seven tall cranes lift 9 t')).status);
    expect(tries).toEqual([...Array<number>(10).fill(400), 429]);
  });
});
