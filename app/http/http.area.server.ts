import { listenerDownFor } from '#db/changes.ts';
import { forkEntityManager, poolUse } from '#db/orm.ts';
import type { Area } from './area.ts';
import { findMailQueue, isWell } from './health.server.ts';
import { findPageCache, readyPages } from './page-cache.server.ts';
import { sweepRateLimits } from './rate-limit.server.ts';

const oneIfWell = async (check: Promise<unknown>) => Number(await isWell(check));

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export const http: Area = {
  sweeps: [sweepRateLimits],
  metrics: [
    [
      'database_up',
      'Whether the database answers: 1 or 0.',
      (app) => oneIfWell(forkEntityManager(app).execute('select 1')),
    ],
    ['document_store_up', 'Whether the document store answers: 1 or 0.', ({ store }) => oneIfWell(store.check())],
    [
      'change_notices_down_seconds',
      'How long this process has heard of no changes; 0 while it does.',
      (app) => Math.round(listenerDownFor(app) / 1000),
    ],
    [
      'mail_queue_waiting',
      'Mails of all kinds that wait to be sent.',
      async (app) => (await findMailQueue(app).read!()).waiting,
    ],
    [
      'mails_given_up_total',
      'Mails that were refused or given up by this process.',
      (app) => findMailQueue(app).undelivered,
    ],
    ['database_connections_used', 'Connections of the pool in use.', async (app) => (await poolUse(app)).open],
    ['database_requests_waiting', 'Requests that wait for a connection.', async (app) => (await poolUse(app)).waiting],
    ['pages_ready', 'Public pages that wait in memory, compressed as well as can be.', readyPages],
    ['page_cache_hits_total', 'Pages answered from memory.', (app) => findPageCache(app).hits],
    ['page_cache_misses_total', 'Pages that had to be rendered.', (app) => findPageCache(app).misses],
    // prom-client's own come only all together, with an observer of each garbage collection.
    [
      'process_start_time_seconds',
      'When this process started, in seconds since 1970.',
      () => Math.round(performance.timeOrigin / 1000),
    ],
    ['process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss()],
    ['process_cpu_seconds_total', 'CPU time of this process.', cpuSeconds],
  ],
};
