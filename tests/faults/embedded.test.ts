import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Product } from '../support/product.ts';
import { get, waitUntilHealthy } from './load.ts';
import { startBehindProxy } from './scene.ts';

// The embedded database ends by itself.
let product: Product;
afterEach(async () => void (await product?.stop()));

const inPostgres = (name: string) => path.join(product.dataDir, 'postgres', name);
const postmaster = () => Number(fs.readFileSync(inPostgres('postmaster.pid'), 'utf8').split('\n')[0]);
const said = () => get(`${product.url}/readyz`).then(({ body }) => body.trim());

it('embedded database killed: pages go on, it is started again, and log and readiness say so', async () => {
  product = await startBehindProxy({});
  const before = postmaster();
  process.kill(before, 'SIGKILL');
  await expect.poll(said, { interval: 10 }).toBe('database has ended and is being started again');
  expect((await get(product.url)).status).toBe(200);
  await waitUntilHealthy(product.url);
  expect(postmaster()).not.toBe(before);
  expect(product.logs()).toContain('the embedded database has ended; it is being started again');
  await expect.poll(product.logs).toContain('the embedded database was started again'); // the log writes lines in batches
});

it('embedded database cannot be started again: the process ends with the reason, and its log is kept', async () => {
  product = await startBehindProxy({});
  fs.appendFileSync(inPostgres('postgresql.conf'), '\nno_such_setting = on\n');
  process.kill(postmaster(), 'SIGKILL');
  const isThere = () => fs.existsSync(`/proc/${product.pid}`);
  await expect.poll(isThere, { timeout: 120_000, interval: 500 }).toBe(false);
  expect(await product.stop()).toBe(1);
  expect(product.logs()).toMatch(/The embedded database cannot be started again: .*no_such_setting/);
});
