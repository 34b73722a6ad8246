import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testSite } from '../support/database.ts';
import { asker, cookieOf, PASSWORD, sendLogin, visitByPassword } from '../support/visitor.ts';

// Whoever got hold of a session's cookie loses it where the account changes, or its owner signs in again.
const { site: product, sql } = await testSite();
beforeEach(async () => void (await sql('delete from rate_limits')));

const statusOf = async (cookie: string, path: string = paths.admin.dashboard) =>
  (await asker(product, cookie)(path)).status;
const sessionsOf = (accountId: number) => sql('select id, role from sessions where account_id = $1', [accountId]);
const sessionIn = (answer: Response) =>
  cookieOf(answer)
    .split('; ')
    .find((part) => part.startsWith('session='))!;

it('a password change gives the changing browser new tokens, and the old ones are dead at once', async () => {
  const { accountId, cookie, ask } = await visitByPassword(product, sql, 'viewer');
  const body = new URLSearchParams({ currentPassword: PASSWORD, newPassword: 'seven tall cranes lift 9 t' });
  const answer = await ask(paths.admin.account, { method: 'POST', body });
  expect(answer.status).toBe(303);
  expect(await statusOf(cookie)).toBe(302);
  expect(await statusOf(sessionIn(answer))).toBe(200);
  expect(await sessionsOf(accountId)).toHaveLength(1);
});

it('what an action makes of the session holds, also where its guard has renewed the tokens just before', async () => {
  const { accountId, ask } = await visitByPassword(product, sql, 'viewer');
  const becomesOld = () =>
    sql("update sessions set expires_at = now() + interval '30 seconds' where account_id = $1", [accountId]);
  await becomesOld();
  const body = new URLSearchParams({ currentPassword: PASSWORD, newPassword: 'seven tall cranes lift 9 t' });
  const changed = await ask(paths.admin.account, { method: 'POST', body });
  const lines = changed.headers.getSetCookie().filter((line) => line.startsWith('session='));
  expect(lines).toHaveLength(1);
  expect(await statusOf(sessionIn(changed))).toBe(200);
  await becomesOld();
  const left = await asker(product, sessionIn(changed))(paths.logout, { method: 'POST' });
  expect(left.headers.getSetCookie().filter((line) => line.startsWith('session='))).toEqual([
    expect.stringMatching(/^session=;/),
  ]);
});

it('a password change that was refused leaves the session as it is', async () => {
  const { cookie, ask } = await visitByPassword(product, sql, 'viewer');
  const body = new URLSearchParams({ currentPassword: 'wrong', newPassword: 'seven tall cranes lift 9 t' });
  expect(cookieOf(await ask(paths.admin.account, { method: 'POST', body }))).toBe('');
  expect(await statusOf(cookie)).toBe(200);
});

it('so does a password that was asked for again; what is wrong with the rest of the form changes nothing of that', async () => {
  const { accountId, cookie, ask } = await visitByPassword(product, sql, 'viewer');
  await sql('update sessions set password_at = null where account_id = $1', [accountId]);
  const send = (password: string) => {
    const body = new URLSearchParams({ intent: 'set-up', sealed: 'x', code: '123456', password });
    return ask(paths.admin.secondFactor, { method: 'POST', body });
  };
  const wrong = await send('wrong');
  expect([wrong.status, cookieOf(wrong), await statusOf(cookie)]).toEqual([400, '', 200]);
  const right = await send(PASSWORD);
  const page = await right.text();
  expect([right.status, page.includes('name="password"'), page.includes('open for too long')]).toEqual([
    400,
    false,
    true,
  ]);
  expect([await statusOf(cookie), await statusOf(sessionIn(right))]).toEqual([302, 200]);
});

describe('signing in over an open session', () => {
  it('ends it, whoever signs in', async () => {
    const { accountId, email, cookie } = await visitByPassword(product, sql, 'viewer');
    const again = await sendLogin(product, email, PASSWORD, { Cookie: cookie });
    expect(await statusOf(cookie)).toBe(302);
    expect(await statusOf(sessionIn(again))).toBe(200);
    expect(await sessionsOf(accountId)).toHaveLength(1);
    const other = await visitByPassword(product, sql, 'viewer');
    await sendLogin(product, other.email, PASSWORD, { Cookie: sessionIn(again) });
    expect(await sessionsOf(accountId)).toEqual([]);
    expect(await sessionsOf(other.accountId)).toHaveLength(2); // of two browsers
  });

  it('leaves it open when the password is wrong', async () => {
    const { email, cookie } = await visitByPassword(product, sql, 'viewer');
    await sendLogin(product, email, 'wrong', { Cookie: cookie });
    expect(await statusOf(cookie)).toBe(200);
  });
});

describe('a change of role', () => {
  it('gives the next request new tokens; the old ones are dead at once', async () => {
    const { accountId, cookie } = await visitByPassword(product, sql, 'viewer');
    await sql("update users set role = 'editor' where id = $1", [accountId]);
    const next = await asker(product, cookie)(paths.admin.services);
    expect(next.status).toBe(200);
    expect(await statusOf(cookie)).toBe(302);
    expect(await statusOf(sessionIn(next), paths.admin.services)).toBe(200);
    expect(await sessionsOf(accountId)).toMatchObject([{ role: 'editor' }]);
  });

  it('does so too when it takes the role away, and in every browser', async () => {
    const { accountId, email, cookie } = await visitByPassword(product, sql, 'admin');
    const elsewhere = sessionIn(await sendLogin(product, email, PASSWORD));
    await sql('delete from users where id = $1', [accountId]);
    for (const old of [cookie, elsewhere]) {
      const next = await asker(product, old)(paths.admin.dashboard);
      expect(next.status).toBe(403);
      expect(await statusOf(old)).toBe(302);
      expect(await statusOf(sessionIn(next))).toBe(403);
    }
  });

  it('gives no new tokens when nothing has changed', async () => {
    const { ask } = await visitByPassword(product, sql, null);
    expect(cookieOf(await ask(paths.admin.dashboard))).toBe('');
  });
});
