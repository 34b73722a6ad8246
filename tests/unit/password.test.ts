import { expect, it } from 'vitest';
import { makeWeakHash } from '../support/accounts.ts';
import { isUnavailable } from '#app/http/refusals/unavailable.server.ts';
import { generatePassword, hashPassword, isOutdated, verifyPassword } from '#app/accounts/passwords/password.server.ts';

const cheap = makeWeakHash('a password'); // costs a fifth of today's work

it('a storm of passwords is refused for the moment, and passes', async () => {
  const judged = await Promise.allSettled(Array.from({ length: 150 }, () => verifyPassword('another one', cheap)));
  const refused = judged.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(150 - 102);
  expect(refused.every(({ reason }) => isUnavailable(reason))).toBe(true);
  expect(judged.filter((each) => each.status === 'fulfilled').every(({ value }) => !value)).toBe(true);
  expect(await verifyPassword('another one', cheap)).toBe(false);
});

it('strangers wait until all others are served', async () => {
  const ended: string[] = [];
  const verify = (who: string, isStranger: boolean) =>
    verifyPassword('another one', cheap, isStranger).then(() => ended.push(who));
  await Promise.all([...Array.from({ length: 30 }, () => verify('stranger', true)), verify('known', false)]);
  expect(ended.indexOf('known')).toBeLessThan(15); // in a queue it would be the last
});

it('a hash is compared at its own cost, and reports when that is not the current one', async () => {
  const older = makeWeakHash('a password', 3, 24);
  expect(await verifyPassword('a password', older)).toBe(true);
  expect(await verifyPassword('another one', older)).toBe(false);
  expect(isOutdated(older)).toBe(true);
  expect(isOutdated(await hashPassword('a password'))).toBe(false);
});

it('a password that is made here holds more than 128 random bits, and no vowel by which letters become words', () => {
  const made = Array.from({ length: 1000 }, generatePassword);
  expect(new Set(made).size).toBe(1000);
  const letters = new Set(made.join('').replaceAll('-', ''));
  expect([...'aeiouvyl01'].filter((letter) => letters.has(letter))).toEqual([]);
  for (const each of made) expect(each.replaceAll('-', '').length * Math.log2(letters.size)).toBeGreaterThan(128);
});
