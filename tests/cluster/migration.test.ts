import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { count } from '../faults/load.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { kinds } from './balancers.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { takeJourneys } from './journeys.ts';
import { openPages } from './open-pages.ts';
import { buildRelease, findPreviousRelease } from './previous-release.ts';
import { startTraffic, tally, type Failure, type Traffic } from './traffic.ts';

// The release before runs, the new one migrates under it, and both work side by side until the last one is replaced.
const commit = findPreviousRelease();
let from: string;
let database: TestDatabase;
let cluster: Cluster;
beforeAll(async () => {
  if (!commit) return console.log('No history of the project here: the release before cannot be built.');
  from = buildRelease(commit);
  database = await cloneDatabase(inject('postgres'));
  await database.sql('drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public');
  cluster = await startCluster({ kind: 'haproxy', databaseUrl: database.url, from });
  if (can('app/http/earlier-assets.server.ts')) return;
  // docs/operations.md says so to whoever comes from a release that leaves nothing to the next one.
  for (const dataDir of cluster.dataDirs)
    fs.cpSync(path.join(from, 'build/client/assets'), path.join(dataDir, 'assets'), { recursive: true });
}, 400_000);
afterAll(async () => {
  await cluster?.stop();
  await database?.drop();
});

const PAGES = 200;
const TAKEN_IN_MS = 1500;
const GONE_MS = 1000; // until a balancer has seen that an old process is gone
/** Whether the release before had this file, and with it what it does. */
const can = (file: string) => fs.existsSync(path.join(from, file));
const shape = () => database.sql<{ name: string }>('select name from mikro_orm_migrations order by id');

it.skipIf(!commit)(
  'a release that brings a migration takes the place of the one before, and nothing is lost',
  async () => {
    await takeJourneys(cluster.products[1]!.url, cluster.url, database.sql);
    const before = await shape();
    const takesLeave = can('app/http/drain.server.ts');
    const rounds: Traffic[] = [];
    // The first one migrates; then the release before is judged on the new schema, without the load; then the others follow.
    for (const [at, kind] of kinds.entries()) {
      await cluster.balanceBy(kind);
      const pages = await openPages(cluster, PAGES);
      const traffic = await startTraffic(cluster, database.sql);
      rounds.push(traffic);
      const stopping = { from: Infinity, until: Infinity };
      try {
        await sleep(1000);
        stopping.from = performance.now();
        const { seconds } = await cluster.replace(at);
        stopping.until = stopping.from + seconds * 1000 + GONE_MS;
        await sleep(TAKEN_IN_MS);
        await expect.poll(pages.connected, { timeout: 10_000 }).toBe(PAGES);
      } finally {
        await traffic.end();
        pages.close();
      }
      const isJudged = ({ failedAt }: Failure) => takesLeave || failedAt < stopping.from || failedAt > stopping.until;
      const judged = traffic.failed.filter(isJudged);
      expect({ [kind]: tally(judged) }).toEqual({ [kind]: {} });
      expect(traffic.signedOut).toBe(0);
      if (at === 0) await takeJourneys(cluster.products[1]!.url, cluster.url, database.sql);
    }
    await takeJourneys(cluster.products[2]!.url, cluster.url, database.sql);
    const brought = (await shape()).slice(before.length).map(({ name }) => name);
    const acknowledged = rounds.flatMap((traffic) => traffic.acknowledged);
    const counted = await count(database.sql, acknowledged, cluster.postmark.taken);
    expect(brought.length).toBeGreaterThan(0);
    expect(counted).toMatchObject({ lost: 0 });
  },
);
