import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { emptyTables, HOUR_MS } from '../support/content.ts';
import { followEvents, type FollowedEvents } from '../support/follow-events.ts';
import type { Product } from '../support/product.ts';
import { get } from './load.ts';
import { clockSettings, startBehindProxy, testDatabaseApart } from './scene.ts';

// Maintenance begins and ends by itself while the database, a process or a clock fails. It must happen once, within a
// second of the first possible moment, and reach open pages.
const BEGAN = 'Maintenance began';
const ENDED = 'Maintenance ended';
const database = await testDatabaseApart();
let products: Product[] = [];
let pages: FollowedEvents[] = [];

afterEach(async () => {
  pages.forEach((page) => page.close());
  await Promise.all(products.map((product) => product.stop('SIGKILL')));
  await database.start();
  await emptyTables(database.sql, 'activities');
});

async function startTwo(...more: Record<string, string>[]): Promise<void> {
  const start = (n: number) => startBehindProxy({ DATABASE_URL: database.url, ...more[n] });
  products = [await start(0), await start(1)];
  pages = await Promise.all(products.map(({ url }) => followEvents(url)));
}

/** Plans maintenance in milliseconds from now. @returns both times */
async function plan(from: number, until: number): Promise<[number, number]> {
  const at = [from, until].map((ms) => Date.now() + ms) as [number, number];
  await database.sql(
    'update site_status set starts_at = to_timestamp($1::float8 / 1000), ends_at = to_timestamp($2::float8 / 1000)',
    at,
  );
  return at;
}

/** Waits until each process and its open page show a state. @returns the most seconds after a moment that one needed */
async function secondsUntil(isOn: boolean, since: number): Promise<number> {
  const each = products.map(async ({ url }, n) => {
    while ((await get(url)).status !== (isOn ? 503 : 200)) await sleep(20);
    const answered = Date.now();
    while (pages[n]!.events().at(-1)!.maintenanceMode !== isOn) await sleep(20);
    return Math.max(answered, pages[n]!.events().at(-1)!.at) - since;
  });
  return Math.max(...(await Promise.all(each))) / 1000;
}

async function expectOpenUntil(moment: number): Promise<void> {
  for (; Date.now() < moment - 300; await sleep(50))
    for (const { url } of products) {
      const { status } = await get(url);
      if (Date.now() < moment) expect(status).not.toBe(503);
    }
}
const written = () =>
  database.sql.column("select split_part(what, ',', 1) from activities where who = 'the site itself' order by id");

it('maintenance begins and ends while the database is away: to the second, and is recorded once it is back', async () => {
  await startTwo();
  const [starts, ends] = await plan(4000, 9000);
  await sleep(500); // both processes know of it
  await database.stop();
  await expectOpenUntil(starts);
  const began = await secondsUntil(true, starts);
  const ended = await secondsUntil(false, ends);
  await database.start();
  await expect.poll(written, { timeout: 10_000, interval: 20 }).toEqual([BEGAN, ENDED]);
  await sleep(2000); // by now the other process would have written, too
  expect(Math.max(began, ended)).toBeLessThan(1);
  expect(await written()).toEqual([BEGAN, ENDED]);
  expect(await database.sql('select maintenance_mode as on, starts_at, ends_at from site_status')).toEqual([
    { on: false, starts_at: null, ends_at: null },
  ]);
});

it('clocks of two processes are 3 h ahead and 3 h behind, and jump: both begin and end by the database', async () => {
  await startTwo(clockSettings(3 * HOUR_MS, -6 * HOUR_MS), clockSettings(-3 * HOUR_MS, 6 * HOUR_MS));
  const [starts, ends] = await plan(3000, 6000);
  const jump = () => products.forEach(({ pid }) => process.kill(pid, 'SIGUSR2'));
  await sleep(1000);
  jump();
  await expectOpenUntil(starts);
  const began = await secondsUntil(true, starts);
  jump();
  const ended = await secondsUntil(false, ends);
  await expect.poll(written, { timeout: 5000 }).toEqual([BEGAN, ENDED]);
  await sleep(1000); // by now the other process would have written, too
  expect(Math.max(began, ended)).toBeLessThan(1);
  expect(await written()).toEqual([BEGAN, ENDED]);
});
