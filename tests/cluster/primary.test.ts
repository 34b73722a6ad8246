import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { publicPages } from '#app/paths.ts';
import { count, newEnquiry, type Enquiry } from '../faults/load.ts';
import { Browser } from './browser.ts';
import { testCluster } from './cluster.ts';
import { startCopy, startPostgres } from './debian-postgres.ts';
import { openPages } from './open-pages.ts';
import { sendBy, startTraffic, tally } from './traffic.ts';
import { forTest } from '../support/for-test.ts';
import { secondsSince } from '../support/process.ts';

// PostgreSQL's own replication as in docs/deploy/postgresql.md: a primary and a synchronous standby.
const STANDBY = 'second';
const primary = await startPostgres({ synchronous_commit: 'on' });
afterAll(() => primary.remove());
const standby = await startCopy(await primary.backUp(STANDBY), { synchronous_commit: 'on' });
afterAll(() => standby.remove());
await waitForStandby();
const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join();
const DATABASE_URL = `postgresql://site@${hosts}/site?target_session_attrs=read-write`;
const cluster = await testCluster(() => ({ DATABASE_URL }));

async function waitForStandby(): Promise<void> {
  await primary.sql(`alter system set synchronous_standby_names = '${STANDBY}'`);
  await primary.sql('select pg_reload_conf()');
  const state = () => primary.sql('select sync_state from pg_stat_replication');
  await vi.waitFor(async () => expect(await state()).toEqual([{ sync_state: 'sync' }]), { timeout: 10_000 });
}

const PAGES = 200;
const HEALTHY_S = 10;

it('the standby is lost: forms say so until somebody drops it, and pages still work', async () => {
  const visitor = new Browser(cluster);
  await standby.stop();
  const refused = newEnquiry();
  try {
    const start = performance.now();
    const answer = await sendBy(visitor, refused);
    const seconds = secondsSince(start);
    for (const page of publicPages) expect([page, (await visitor.ask(page)).status]).toEqual([page, 200]);
    await primary.sql(`alter system set synchronous_standby_names = ''`);
    await primary.sql('select pg_reload_conf()');
    await untilTaken();
    expect((await sendBy(visitor, refused)).status).toBe(303);
    const stored = await primary.sql('select 1 from messages where subject = $1', [refused.subject]);
    expect(answer.status).toBe(503);
    expect(seconds).toBeLessThan(3.5);
    expect(stored).toHaveLength(1);
  } finally {
    visitor.close();
    await standby.start();
    await waitForStandby();
  }
});

it('the primary is killed and the standby promoted: no acknowledged enquiry is lost, and pages are answered throughout', async () => {
  await primary.sql('truncate messages cascade');
  cluster.taken.length = 0;
  const pages = forTest(await openPages(cluster, PAGES));
  const traffic = forTest(await startTraffic(cluster, primary.sql));
  await sleep(4000);
  await primary.kill();
  await sleep(2000); // until somebody notices
  await standby.promote();
  const promotedAt = performance.now();
  await expect.poll(allReady, { timeout: 30_000, interval: 20 }).toBe(true);
  const sent = await untilTaken();
  const seconds = secondsSince(promotedAt);
  const healthyAt = performance.now();
  await sleep(3000);
  await traffic.stop();
  await expect.poll(pages.connected, { timeout: 10_000 }).toBe(PAGES);
  const meanwhile = traffic.failed.filter(({ askedAt }) => askedAt <= healthyAt);
  const counted = await count(standby.sql, [...traffic.acknowledged, sent], cluster.taken);
  const isPage = ({ what }: { what: string }) => publicPages.some((page) => what.startsWith(`${page}: `));
  expect(tally(traffic.failed.filter(isPage))).toEqual({});
  expect(tally(traffic.failed.slice(meanwhile.length))).toEqual({});
  expect(counted).toEqual({ lost: 0, doubled: 0 });
  expect(traffic.acknowledged.length).toBeGreaterThan(30);
  expect(traffic.signedOut).toBe(0);
  expect(seconds).toBeLessThan(HEALTHY_S);
});

async function allReady(): Promise<boolean> {
  const answers = cluster.products.map(async ({ url }) => (await fetch(`${url}/readyz`)).text());
  return (await Promise.all(answers)).every((text) => text === 'ready\n');
}

async function untilTaken(): Promise<Enquiry> {
  for (const start = performance.now(); secondsSince(start) < 20; await sleep(50)) {
    const sent = newEnquiry();
    const visitor = new Browser(cluster);
    const { status } = await sendBy(visitor, sent);
    visitor.close();
    if (status === 303) return sent;
  }
  throw new Error('no enquiry was taken within 20 s');
}
