import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { count } from '../faults/load.ts';
import { testDatabase } from '../support/database.ts';
import { forTest } from '../support/for-test.ts';
import { kinds } from './balancers.ts';
import { testCluster } from './cluster.ts';
import { openPages } from './open-pages.ts';
import { startTraffic, tally } from './traffic.ts';
import { startTyping } from './typing.ts';

// Each process in turn is stopped and replaced while people read, write, work and type.
const database = await testDatabase();
const cluster = await testCluster(() => ({ DATABASE_URL: database.url }));

const PAGES = 200;
const TAKEN_IN_MS = 1500; // until a balancer checks the new one

it.each(kinds)('a rolling deploy behind %s loses no request, no enquiry, no session and no typing', async (kind) => {
  await cluster.balanceBy(kind);
  cluster.taken.length = 0;
  await database.sql('truncate messages cascade');
  const typing = forTest(await startTyping(cluster));
  const pages = forTest(await openPages(cluster, PAGES));
  const traffic = forTest(await startTraffic(cluster, database.sql));
  await sleep(1000);
  let slowest = 0;
  for (const at of cluster.products.keys()) {
    const { code, seconds } = await cluster.replace(at);
    expect(code).toBe(0);
    slowest = Math.max(slowest, seconds);
    await sleep(TAKEN_IN_MS);
  }
  await expect.poll(pages.connected, { timeout: 5000 }).toBe(PAGES);
  const typed = await typing.send();
  await traffic.stop();
  const moved = pages.losses();
  const { acknowledged } = traffic;
  const counted = await count(database.sql, acknowledged, cluster.taken);
  const stored = await database.sql.column('select message from messages where subject = $1', [typed.subject]);
  expect(tally(traffic.failed)).toEqual({});
  expect(counted).toMatchObject({ lost: 0, doubled: 0 });
  expect(acknowledged.length).toBeGreaterThan(50);
  expect(traffic.signedOut).toBe(0);
  expect(traffic.saved).toBeGreaterThan(5);
  expect(moved.count).toBeGreaterThanOrEqual(PAGES); // each process had some of them
  expect(moved.longest).toBeLessThan(2);
  expect(slowest).toBeLessThan(5);
  expect(stored).toEqual([typed.message]);
});
