import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { testDatabase } from '../support/database.ts';
import { startProduct, type Product } from '../support/product.ts';
import { asker, cookieOf, makeAccount, PASSWORD, sendLogin } from '../support/visitor.ts';

const database = await testDatabase();
const { sql } = database;
let product: Product;
beforeAll(async () => void (product = await startProduct({ DATABASE_URL: database.url, LOG_LEVEL: 'info' })));
afterAll(() => product?.stop());

type Line = { event?: string; accountId: number | null; requestId: string; outcome: string };
const events = () =>
  product
    .logs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => event);

it('what happens to accounts is in the log: which event, which account, which request, which end', async () => {
  const { accountId, email } = await makeAccount(sql, 'viewer');
  const answers: Response[] = [];
  const noted = async (asked: Promise<Response>) => {
    const answer = await asked;
    answers.push(answer);
    return answer;
  };
  const other = await makeAccount(sql, 'viewer');
  const guess = asker(product, cookieOf(await sendLogin(product, other.email, PASSWORD)));
  const guessed = (n: number) =>
    guess(paths.admin.account, {
      method: 'POST',
      body: new URLSearchParams({ currentPassword: `guess ${n}`, newPassword: 'seven tall cranes' }),
    });
  for (let n = 0; n < 10; n++) await guessed(n);
  const overLimit = await guessed(10);
  await noted(sendLogin(product, email, 'not the password'));
  await noted(sendLogin(product, 'nobody@example.com', 'not the password'));
  const ask = asker(product, cookieOf(await noted(sendLogin(product, email, PASSWORD))));
  await noted(ask(paths.admin.messages));
  const change = (currentPassword: string) =>
    ask(paths.admin.account, {
      method: 'POST',
      body: new URLSearchParams({ currentPassword, newPassword: 'seven tall cranes' }),
    });
  await noted(change('wrong'));
  const changed = asker(product, cookieOf(await noted(change(PASSWORD))));
  await noted(changed(paths.logout, { method: 'POST' }));
  for (let n = 0; n < 9; n++) await sendLogin(product, email, `guess ${n}`);
  await noted(sendLogin(product, email, 'one too many'));
  answers.push(overLimit);
  await noted(ask(paths.admin.login, { method: 'POST', headers: { Origin: 'https://evil.example' } }));

  const expected = [
    ['authn_login_fail', accountId, 'failure'],
    ['authn_login_fail', null, 'failure'],
    ['authn_login_success', accountId, 'success'],
    ['authz_fail', accountId, 'refused'],
    ['authn_password_change_fail', accountId, 'failure'],
    ['authn_password_change', accountId, 'success'],
    ['session_ended', accountId, 'success'],
    ['authn_login_fail_max', accountId, 'refused'],
    ['authn_password_change_fail_max', other.accountId, 'refused'],
    ['malicious_cors', null, 'refused'],
  ].map(([event, account, outcome], n) => {
    const requestId = answers[n]!.headers.get('x-request-id');
    expect(requestId).toBeTruthy();
    return { event, accountId: account, outcome, requestId };
  });
  await vi.waitFor(() =>
    expect(events()).toEqual(expect.arrayContaining(expected.map((each) => expect.objectContaining(each)))),
  );
  expect(product.logs()).not.toContain(email);
  expect(product.logs()).not.toContain('127.0.0.1"');
});
