import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeAccount } from '../support/accounts.ts';
import type { Product } from '../support/product.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { report } from './figures.ts';
import { startBehindProxy } from './scene.ts';

// A measurement, hence here: whether time tells which accounts exist.
const TRIES = 40;
let database: TestDatabase;
let product: Product;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  product = await startBehindProxy({ DATABASE_URL: database.url });
  await makeAccount(database.sql, 'editor', 'editor@example.com');
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

it('an unknown e-mail and a wrong password take the same time', async () => {
  const times: Record<string, number[]> = { 'editor@example.com': [], 'nobody@example.com': [] };
  for (let i = 0; i < TRIES; i++) {
    for (const [email, seen] of Object.entries(times)) {
      await database.sql('delete from rate_limits');
      const start = performance.now();
      const answer = await fetch(`${product.url}/admin/login`, {
        method: 'POST',
        body: new URLSearchParams({ email, password: 'not the password' }),
        headers: { Origin: product.url },
      });
      await answer.text();
      expect(answer.status).toBe(401);
      seen.push(performance.now() - start);
    }
  }
  // The fastest tries are the ones that nothing else on the machine got in the way of.
  const [wrong, unknown] = Object.values(times).map((seen) => seen.sort((a, b) => a - b)[TRIES / 4]!);
  report({
    fault: 'sign-in: wrong password, unknown e-mail',
    note: `${wrong!.toFixed(1)} ms and ${unknown!.toFixed(1)} ms (lower quartiles of ${TRIES})`,
  });
  expect(Math.abs(wrong! - unknown!) / wrong!).toBeLessThan(0.25);
});
