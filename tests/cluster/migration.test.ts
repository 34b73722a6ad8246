import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { count } from '../faults/load.ts';
import { testDatabase } from '../support/database.ts';
import { forTest } from '../support/for-test.ts';
import { kinds } from './balancers.ts';
import { testCluster } from './cluster.ts';
import { takeJourneys } from './journeys.ts';
import { openPages } from './open-pages.ts';
import { buildRelease, findPreviousRelease } from './previous-release.ts';
import { startTraffic, tally, type Traffic } from './traffic.ts';

// The previous release runs, the new one migrates, and both run side by side until the last process is replaced.
const commit = findPreviousRelease();
if (!commit) console.log('No history of the project here: the release before cannot be built.');
const from = commit ? buildRelease(commit) : undefined;
const database = await testDatabase();
await database.sql('drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public');
const cluster = await testCluster(() => ({ DATABASE_URL: database.url }), from);

const PAGES = 200;
const TAKEN_IN_MS = 1500;
const shape = () => database.sql<{ name: string }>('select name from mikro_orm_migrations order by id');

it.skipIf(!commit)('a release with a migration takes the place of the one before, and nothing is lost', async () => {
  await takeJourneys(cluster.products[1]!.url, cluster.url, database.sql);
  const before = await shape();
  const rounds: Traffic[] = [];
  // The first process migrates. Then the previous release is tested on the new schema without load, and the others follow.
  for (const [at, kind] of kinds.entries()) {
    await cluster.balanceBy(kind);
    const pages = forTest(await openPages(cluster, PAGES));
    const traffic = forTest(await startTraffic(cluster, database.sql));
    rounds.push(traffic);
    await sleep(1000);
    await cluster.replace(at);
    await sleep(TAKEN_IN_MS);
    await expect.poll(pages.connected, { timeout: 10_000 }).toBe(PAGES);
    await traffic.stop();
    pages.stop();
    expect({ [kind]: tally(traffic.failed) }).toEqual({ [kind]: {} });
    expect(traffic.signedOut).toBe(0);
    if (at === 0) await takeJourneys(cluster.products[1]!.url, cluster.url, database.sql);
  }
  await takeJourneys(cluster.products[2]!.url, cluster.url, database.sql);
  const brought = (await shape()).slice(before.length).map(({ name }) => name);
  const acknowledged = rounds.flatMap((traffic) => traffic.acknowledged);
  const counted = await count(database.sql, acknowledged, cluster.taken);
  expect(brought.length).toBeGreaterThan(0);
  expect(counted).toMatchObject({ lost: 0 });
});
