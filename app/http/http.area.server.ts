import type { App } from '#db/app.ts';
import { listenerDownFor } from '#db/changes.ts';
import { forkEntityManager, poolUse } from '#db/orm.ts';
import type { Area } from './area.ts';
import { findMailQueue } from './health.server.ts';
import { findPageCache, readyPages } from './page-cache.server.ts';
import { sweepRateLimits } from './rate-limit.server.ts';

const isWell = (check: Promise<unknown>): Promise<number> =>
  check.then(
    () => 1,
    () => 0,
  );

/** What belongs to no area of the business. */
export const http: Area = {
  sweeps: [sweepRateLimits],
  metrics: [
    {
      name: 'database_up',
      help: 'Whether the database answers: 1 or 0.',
      read: (app) => isWell(forkEntityManager(app).execute('select 1')),
    },
    {
      name: 'document_store_up',
      help: 'Whether the document store answers: 1 or 0.',
      read: ({ store }) => isWell(store.check()),
    },
    {
      name: 'change_notices_down_seconds',
      help: 'How long this process has heard of no changes; 0 while it does.',
      read: (app) => Math.round(listenerDownFor(app) / 1000),
    },
    {
      name: 'mail_queue_waiting',
      help: 'Mails of all kinds that wait to be sent.',
      read: async (app) => (await findMailQueue(app).read!()).waiting,
    },
    {
      name: 'mails_given_up_total',
      help: 'Mails that were refused or given up by this process.',
      read: (app) => findMailQueue(app).undelivered,
      isCounter: true,
    },
    {
      name: 'database_connections_used',
      help: 'Connections of the pool in use.',
      read: async (app) => (await poolUse(app)).open,
    },
    {
      name: 'database_requests_waiting',
      help: 'Requests that wait for a connection.',
      read: async (app) => (await poolUse(app)).waiting,
    },
    {
      name: 'pages_ready',
      help: 'Public pages that wait in memory, compressed as well as can be.',
      read: readyPages,
    },
    {
      name: 'page_cache_hits_total',
      help: 'Pages answered from memory.',
      read: (app) => findPageCache(app).hits,
      isCounter: true,
    },
    {
      name: 'page_cache_misses_total',
      help: 'Pages that had to be rendered.',
      read: (app: App) => findPageCache(app).misses,
      isCounter: true,
    },
    // prom-client's own come all together, with an observer of each garbage collection.
    {
      name: 'process_start_time_seconds',
      help: 'When this process started, in seconds since 1970.',
      read: () => Math.round(performance.timeOrigin / 1000),
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of this process.',
      read: () => process.memoryUsage.rss(),
    },
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time of this process.',
      read: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
      isCounter: true,
    },
  ],
};
