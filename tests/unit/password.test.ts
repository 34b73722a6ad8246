import { expect, it } from 'vitest';
import { isUnavailable } from '#app/http/unavailable.server.ts';
import { verifyPassword } from '#app/staff/password.server.ts';

it('a storm of passwords is turned away as a thing of the moment, and is over when it has passed', async () => {
  const started = performance.now();
  const judged = await Promise.allSettled(Array.from({ length: 150 }, () => verifyPassword('a password', null)));
  expect(performance.now() - started).toBeLessThan(10_000);
  const refused = judged.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(150 - 104);
  expect(refused.every(({ reason }) => isUnavailable(reason))).toBe(true);
  expect(judged.filter((each) => each.status === 'fulfilled').every(({ value }) => !value)).toBe(true);
  expect(await verifyPassword('a password', null)).toBe(false);
});
