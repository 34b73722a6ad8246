import { spawnSync } from 'node:child_process';
import { beforeEach, expect, it } from 'vitest';
import { newToken } from '#app/accounts/account-tokens.server.ts';
import { setPassword } from '#app/accounts/accounts.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { expectLed } from '../support/expect-page.ts';
import { begin } from '../support/test-postgres.ts';
import { forTest } from '../support/for-test.ts';
import { addToken, makeWeakHash } from '../support/accounts.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { asker, makeAccount, PASSWORD, sendLogin, visitAs } from '../support/visitor.ts';

// Comparing a password takes time, in which the account may change.
const { site: product, sql, connection, app } = await testSiteAndApp();
beforeEach(async () => void (await sql('delete from rate_limits')));

const { account, login, reset, staff } = paths.admin;
const NEW = 'seven tall cranes lift 9 t';
type Send = () => Promise<Response>;

/** Repeats a story while its first request ends with 503, because a busy machine may exceed the product's 1.5 s. */
async function inTime(story: () => Promise<[Response, Response]>): Promise<[Response, Response]> {
  for (let tries = 1; ; tries++) {
    const answers = await story();
    if (answers[0].status !== 503 || tries === 5) return answers;
  }
}

/** Starts `then` after `first` has done its work but not yet committed: it writes the activity log last. */
async function between(first: Send, then: Send): Promise<[Response, Response]> {
  const log = forTest(await begin(connection, 'lock table activities in share mode'));
  // The first sweep, 20 s after the start, may wait as well.
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query not like '%delete from activities%'`;
  const waiting = async () => (await sql(waits)).length;
  let isOver = false;
  const answers = [first().finally(() => (isOver = true))];
  await expect.poll(async () => isOver || (await waiting()) === 1, { interval: 20 }).toBe(true);
  answers.push(then());
  await expect.poll(async () => isOver || (await waiting()) === 2, { interval: 20 }).toBe(true);
  await log.stop();
  return (await Promise.all(answers)) as [Response, Response];
}

/** Chooses a new password by a reset link. */
async function resetOf(accountId: number, email: string): Promise<Send> {
  const token = newToken();
  await addToken(sql, 'reset', { accountId, email }, token);
  return () => asker(product, '')(reset(token), { method: 'POST', body: new URLSearchParams({ newPassword: NEW }) });
}
const deactivation = async (accountId: number): Promise<Send> => {
  const admin = await visitAs(product, sql, 'admin');
  return () => admin.post(staff, { intent: 'deactivate', account: String(accountId) });
};

it.each([
  ['a new password', resetOf],
  ['a deactivation', deactivation],
])('a sign-in whose password was right a moment before %s is none', async (_, makeChange) => {
  let accountId = 0;
  const [changed, signedIn] = await inTime(async () => {
    const account = await makeAccount(sql, 'viewer');
    ({ accountId } = account);
    return between(await makeChange(accountId, account.email), () => sendLogin(product, account.email, PASSWORD));
  });
  expect([changed.status, signedIn.status]).toEqual([303, 401]);
  expect(await signedIn.text()).toContain('Invalid email or password');
  expect(await sql('select 1 from sessions where account_id = $1', [accountId])).toEqual([]);
});

it('nor is a sign-in that still needs a code, or whose old hash is being replaced', async () => {
  let email = '';
  const [changed, signedIn] = await inTime(async () => {
    const account = await makeAccount(sql, 'viewer');
    ({ email } = account);
    await sql("insert into second_factors (account_id, sealed, last_step) values ($1, '', 0)", [account.accountId]);
    await sql('update accounts set password_hash = $2 where id = $1', [account.accountId, makeWeakHash(PASSWORD)]);
    return between(await resetOf(account.accountId, email), () => sendLogin(product, email, PASSWORD));
  });
  expect([changed.status, signedIn.status]).toEqual([303, 401]);
  expect(await sql("select 1 from account_tokens where email = $1 and purpose = 'code'", [email])).toEqual([]);
  expect((await sendLogin(product, email, NEW)).status).toBe(303);
});

it('two sign-ins at the same moment both succeed although one has replaced the hash', async () => {
  const { accountId, email } = await makeAccount(sql, 'viewer');
  await sql('update accounts set password_hash = $2 where id = $1', [accountId, makeWeakHash(PASSWORD)]);
  const both = await Promise.all([1, 2].map(() => sendLogin(product, email, PASSWORD)));
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
});

it('a change of the password in a session that a new password has just ended changes nothing', async () => {
  const viewer = await visitAs(product, sql, 'viewer');
  const change = viewer.post(account, { currentPassword: PASSWORD, newPassword: 'nine grey hooks hold 4 t' });
  // The old password was right. A child process is judging the new one, and stops here.
  const judge = () => spawnSync('pgrep', ['-P', String(process.pid), '-f', 'estimate-guesses'], { encoding: 'utf8' });
  await expect.poll(() => judge().stdout, { interval: 20 }).not.toBe('');
  const pid = Number(judge().stdout);
  process.kill(pid, 'SIGSTOP');
  await setPassword(forkEntityManager(app), viewer.email, NEW);
  process.kill(pid, 'SIGCONT');
  await expectLed(change, login, 302);
  expect((await sendLogin(product, viewer.email, NEW)).status).toBe(303);
});
