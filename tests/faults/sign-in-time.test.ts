import { expect, it } from 'vitest';
import { testProduct } from '../support/database.ts';
import { makeAccount } from '../support/accounts.ts';

// Measures whether the answer time tells which accounts exist.
const TRIES = 50;
const { site: product, sql } = await testProduct({ TRUST_PROXY: '1' });
await makeAccount(sql, 'editor', 'editor@example.com');
await makeAccount(sql, 'editor', 'gone@example.com');
await sql("update accounts set deactivated_at = now() where email = 'gone@example.com'");

/** Posts a form. @returns the milliseconds until its answer */
async function timed(path: string, fields: Record<string, string>, status: number): Promise<number> {
  const body = new URLSearchParams(fields);
  const headers = { Origin: product.url };
  const start = performance.now();
  const answer = await fetch(product.url + path, { method: 'POST', redirect: 'manual', body, headers });
  await answer.text();
  expect(answer.status).toBe(status);
  return performance.now() - start;
}

/** Tries all kinds in turn. Only the fastest tries count, because nothing else on the machine has delayed them. */
async function expectAlike(...kinds: (() => Promise<number>)[]): Promise<void> {
  const times = kinds.map((ask) => ({ ask, seen: [] as number[] }));
  for (let i = 0; i < TRIES; i++)
    for (const { ask, seen } of times) {
      await sql('delete from rate_limits');
      seen.push(await ask());
    }
  const quartiles = times.map(({ seen }) => seen.sort((a, b) => a - b)[Math.floor(TRIES / 4)]!);
  const [known, ...others] = quartiles;
  for (const other of others) expect(Math.abs(known! - other) / known!).toBeLessThan(0.25);
}

it('an unknown e-mail and a wrong password take the same time', async () => {
  const signIn = (email: string) => () => timed('/admin/login', { email, password: 'not the password' }, 401);
  await expectAlike(signIn('editor@example.com'), signIn('nobody@example.com'));
});

it('asking for a new password takes the same time for an account, none, a deactivated one and one with 3 mails', async () => {
  const forget = async (email: string) => {
    const ms = await timed('/admin/forgot', { email }, 303);
    // the sending of the mail would slow the next try
    const waiting = () => sql("select 1 from staff_mails where state = 'waiting'");
    await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toEqual([]);
    return ms;
  };
  const overItsLimit = async () => {
    for (let n = 0; n < 3; n++) await forget('editor@example.com');
    return forget('editor@example.com');
  };
  const some = ['editor@example.com', 'nobody@example.com', 'gone@example.com'];
  await expectAlike(...some.map((email) => () => forget(email)), overItsLimit);
});
