import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { count, newEnquiry } from '../faults/load.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { startFaultProxy, type FaultProxy, type NetworkMood } from '../support/fault-proxy.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { testDatabase } from '../support/database.ts';
import { secondsSince } from '../support/process.ts';
import { kinds } from './balancers.ts';
import { Browser } from './browser.ts';
import { testCluster } from './cluster.ts';
import { openPages, type OpenPages } from './open-pages.ts';
import { sendBy, startTraffic, tally } from './traffic.ts';

// Each process has its own proxies to the database and the store, which can fail.
const database = await testDatabase();
const { host, port, user, database: name } = database.connection;
const s3 = forFile(await startS3Server());
const ways = { database: [] as FaultProxy[], store: [] as FaultProxy[] };
for (let at = 0; at < 3; at++) {
  ways.database.push(forFile(await startFaultProxy(`${host}/.s.PGSQL.${port}`)));
  ways.store.push(forFile(await startFaultProxy(Number(new URL(s3.settings.endpoint!).port))));
}
const cluster = await testCluster((at) => ({
  DATABASE_URL: `postgres://${user}@127.0.0.1:${ways.database[at]!.port}/${name}`,
  ...s3Env(s3.settings, ways.store[at]!.port),
}));

const PAGES = 200;
const OUT_S = 3;
const OLD_S = 5;

type Part = keyof typeof ways;
const lose = (parts: Part[], at: number, mood: NetworkMood) => parts.forEach((part) => ways[part][at]!.behave(mood));
const isReady = async (at: number) =>
  (await (await fetch(`${cluster.products[at]!.url}/readyz`)).text().catch(() => '')) === 'ready\n';

const faults: { name: string; parts: Part[]; mood: NetworkMood }[] = [
  { name: 'the database, silently', parts: ['database'], mood: { kind: 'black-hole' } },
  { name: 'the store', parts: ['store'], mood: { kind: 'black-hole' } },
  { name: 'both', parts: ['database', 'store'], mood: { kind: 'refuses' } },
];

it.each(faults)(
  'a process without $name is out within 3 s, shows nothing old, and comes back',
  async ({ name, parts, mood }) => {
    cluster.taken.length = 0;
    await database.sql('truncate messages cascade');
    const pages = forTest(await openPages(cluster, PAGES));
    const traffic = forTest(await startTraffic(cluster, database.sql));
    forTest({ stop: () => lose(parts, 0, { kind: 'well' }) });
    await sleep(1000);
    const cutAt = performance.now();
    lose(parts, 0, mood);
    const words = `Changed while one had lost ${name}`;
    await database.sql(`update page_content set content_value = $1 where section_key = 'hero_heading'`, [words]);
    const changedAt = performance.now();
    const old = await secondsUntilNothingOld(words, changedAt);
    if (parts.includes('database')) await expectAllToHear(pages, name);
    const failed = traffic.failed.slice();
    const out = Math.max(0, ...failed.map(({ askedAt }) => askedAt - cutAt)) / 1000;

    lose(parts, 0, { kind: 'well' });
    await expect.poll(() => isReady(0), { timeout: 15_000, interval: 50 }).toBe(true);
    await sleep(2000); // the balancer checks it again
    const moved = pages.losses();
    await traffic.stop();
    const counted = await count(database.sql, traffic.acknowledged, cluster.taken);
    expect(out).toBeLessThan(OUT_S);
    expect(old).toBeLessThan(OLD_S);
    expect(tally(traffic.failed.slice(failed.length))).toEqual({});
    expect(counted).toMatchObject({ lost: 0, doubled: 0 });
    expect(traffic.signedOut).toBe(0);
    if (parts.includes('database')) expect(moved.count).toBeGreaterThan(10);
    expect(pages.connected()).toBe(PAGES);
  },
);

it.each(kinds)('with the database gone for all, %s still has public pages answered; no loop begins', async (kind) => {
  for (const at of cluster.products.keys()) await expect.poll(() => isReady(at), { timeout: 10_000 }).toBe(true);
  await cluster.balanceBy(kind);
  const pages = forTest(await openPages(cluster, PAGES));
  const visitor = new Browser(cluster);
  forTest({ stop: () => visitor.close() });
  const all = (mood: NetworkMood) => cluster.products.forEach((_, at) => lose(['database'], at, mood));
  forTest({ stop: () => all({ kind: 'well' }) });
  all({ kind: 'refuses' });
  const answered: Record<string, number> = {};
  for (const start = performance.now(); secondsSince(start) < 12; await sleep(50)) {
    const { status } = await visitor.ask(paths.services);
    if (status !== 200) answered[status] = (answered[status] ?? 0) + 1;
  }
  const enquiry = await sendBy(new Browser(cluster), newEnquiry());
  const moved = pages.losses();
  all({ kind: 'well' });
  const back = performance.now();
  const isTaken = async () => (await sendBy(new Browser(cluster), newEnquiry())).status;
  await expect.poll(isTaken, { timeout: 15_000, interval: 100 }).toBe(303);
  const seconds = secondsSince(back);
  expect(answered).toEqual({});
  expect([enquiry.status, enquiry.body.includes('could not be sent')]).toEqual([503, true]);
  expect(moved.count).toBeGreaterThanOrEqual(PAGES);
  expect(moved.count).toBeLessThanOrEqual(2 * PAGES);
  await expect.poll(pages.connected, { timeout: 10_000 }).toBe(PAGES);
  expect(seconds).toBeLessThan(10);
});

/** Loads the home page as many visitors. @returns the seconds after the change at which it was last outdated */
async function secondsUntilNothingOld(words: string, changedAt: number): Promise<number> {
  let seen = 0;
  while (secondsSince(changedAt) < OLD_S + 4) {
    const visitor = new Browser(cluster);
    for (let n = 0; n < 3; n++) {
      const asked = secondsSince(changedAt);
      const { status, body } = await visitor.ask(paths.home);
      if (status === 200 && !body.includes(words)) seen = asked;
    }
    visitor.close();
    await sleep(30);
  }
  return seen;
}

/** Expects every open page to notice a change, although the process that it was connected to does not. */
async function expectAllToHear(pages: OpenPages, message: string): Promise<void> {
  await database.sql('update site_status set message = $1', [message]);
  const missing = () => pages.heard().filter((heard) => !heard.includes(message)).length;
  await expect.poll(missing, { timeout: 5000, interval: 50 }).toBe(0);
}
