import { findApp } from '#db/app.ts';
import { listenerDownFor } from '#db/changes.ts';
import { readDatabaseClock } from '#db/database-clock.ts';
import { forkEntityManager, poolUse } from '#db/orm.ts';
import type { Area } from './area.ts';
import { archiveAssets } from './earlier-assets.server.ts';
import { findMailQueue, succeeds } from './health.server.ts';
import { findPageCache, readyPages } from './page-cache.server.ts';
import { sweepRateLimits } from './rate-limit.server.ts';

const oneIfUp = async (check: Promise<unknown>) => Number(await succeeds(check));

const inSeconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;

export const http: Area = {
  sweeps: [sweepRateLimits],
  periodic: [
    // After a pause of the machine the last reading is wrong.
    { everyMs: 1000, run: readDatabaseClock, failure: 'the database was not asked for the time' },
    {
      everyMs: 60_000,
      run: (em) => archiveAssets(findApp(em).env), // needs neither the database nor a right clock
      failure: 'assets not left to later releases',
    },
  ],
  metrics: {
    // Read first, before the queries of other metrics use connections.
    database_connections_used: (app) => poolUse(app).open,
    database_requests_waiting: (app) => poolUse(app).waiting,
    database_up: (app) => oneIfUp(forkEntityManager(app).execute('select 1')),
    document_store_up: ({ store }) => oneIfUp(store.check()),
    change_notices_down_seconds: (app) => Math.round(listenerDownFor(app) / 1000),
    mail_queue_waiting: async (app) => (await findMailQueue(app).read!()).waiting,
    mails_given_up_total: (app) => findMailQueue(app).undelivered,
    pages_ready: readyPages,
    page_cache_hits_total: (app) => findPageCache(app).hits,
    page_cache_misses_total: (app) => findPageCache(app).misses,
    // prom-client's default metrics come only all together, with an observer of every garbage collection.
    process_start_time_seconds: () => Math.round(performance.timeOrigin / 1000),
    process_resident_memory_bytes: () => process.memoryUsage.rss(),
    process_cpu_seconds_total: () => inSeconds(process.cpuUsage()),
  },
};
