import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM, UnderscoreNamingStrategy, defineConfig, type EntityManager } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import pg from 'pg';
import { BoundedClient, timeouts } from './bounded-client.ts';
import type { Connection } from './connection.ts';
import { locks } from './lock-table.ts';
import { entities } from './entities/index.ts';
import { migrations } from './migrations/index.ts';
import { tellPlainly } from './check-database.ts';
import { PrimaryClient } from './primary-client.ts';
import type { App } from './app.ts';

export type { EntityManager } from '@mikro-orm/postgresql';

const LOCK_POLL_MS = 100;
const RETRY_MS = 500;
const LOCKED_OUT = ['55P03', '40P01']; // no lock within its time, deadlock

/** For work that may take as long as it needs; a connection that dies is found by the network itself, in half a minute. */
export const unbounded = {
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  Client: PrimaryClient,
};

/**
 * Opens MikroORM on a connection; the pool connects when first needed.
 * @param limits the pool's time limits; by default those of whatever a visitor waits for
 */
export async function openOrm(
  { database, ssl, hosts, hasSharedSessions, ...connection }: Connection,
  limits: pg.PoolConfig = { ...timeouts, Client: BoundedClient },
): Promise<MikroORM> {
  const held: { pool?: pg.Pool } = {};
  const onPoolCreated = (pool: pg.Pool) => {
    held.pool = pool;
    giveBackLost(pool);
  };
  const orm = await MikroORM.init(
    defineConfig({
      ...connection,
      dbName: database,
      ensureDatabase: false, // it was checked before; and a pooler may have another name for it
      entities,
      extensions: [Migrator],
      migrations: { migrationsList: migrations, transactional: true, allOrNothing: false, snapshot: false },
      metadataCache: { enabled: false },
      forceUtcTimezone: true,
      pool: { min: 0, max: 10 },
      driverOptions: {
        ...limits,
        onPoolCreated,
        hosts,
        hasSharedSessions,
        ...(ssl === undefined ? {} : { ssl }),
      },
      logger: () => {}, // failed queries reach whoever asked; their text may hold personal data
    }),
  );
  pools.set(orm, held);
  return orm;
}

const pools = new WeakMap<MikroORM, { pool?: pg.Pool }>();

/**
 * Gives connections back that transactions have lost: these would first roll back by them, which cannot be done, and each would
 * keep one of the pool's places for ever.
 */
function giveBackLost(pool: pg.Pool): void {
  const held = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_, client) => held.delete(client));
  const giveBack = (client: pg.PoolClient) => held.has(client) && client.release(true);
  pool.on('connect', (client) => client.once('end', () => setImmediate(giveBack, client)));
}

/**
 * Brings the database to the newest shape. Safe to call from several processes at once: the first one works and the
 * others wait, because racing DDL fails even with IF NOT EXISTS. A statement may take as long as it needs.
 * @param connection with sessions of its own, of which one holds the lock
 * @param also further set-up that only one process may do at a time (job queue, starting content), given a pool for it
 */
export async function migrate(connection: Connection, also?: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const lock = new PrimaryClient({ ...connection, ...unbounded });
  lock.on('error', () => {}); // the query in flight says it
  await lock.connect();
  const pool = new pg.Pool({ ...connection, ...unbounded, max: 2 });
  try {
    // Of a machine that is lost with the lock the database hears in a minute, not in two hours.
    await lock.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3');
    await waitFor(lock, locks.migration);
    if (await isBehind(lock)) await runMigrations(connection).catch(tellPlainly);
    await also?.(pool)?.catch(tellPlainly);
  } finally {
    await pool.end();
    await lock.end();
  }
}

/** Asks again and again: a statement that waits in the database would itself be waited for by indexes made concurrently. */
async function waitFor(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [lock]);
    if (rows[0]!.is) return;
    await sleep(LOCK_POLL_MS);
  }
}

/** Whether a migration has not been run. One query: the migrator takes a tenth of a start to find that none is waiting. */
async function isBehind(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('mikro_orm_migrations') is not null as is`);
  if (!rows[0]!.is) return true;
  const executed = await client.query<{ name: string }>('select name from mikro_orm_migrations');
  const done = new Set(executed.rows.map(({ name }) => name));
  return migrations.some((Each) => !done.has(new Each(undefined as never, undefined as never).name));
}

async function runMigrations(connection: Connection): Promise<void> {
  const orm = await openOrm(connection, unbounded);
  try {
    // Those that are done stay done; see migrations/short-locks.ts.
    while (!(await orm.migrator.up().catch(isLockedOut))) await sleep(RETRY_MS);
  } finally {
    await orm.close(true);
  }
}

/** @returns false if a migration could not have a table for itself just now @throws whatever else went wrong */
function isLockedOut(error: unknown): false {
  if (LOCKED_OUT.includes(String((error as { code?: unknown }).code))) return false;
  throw error;
}

/** A fresh EntityManager for work outside a request. */
export const forkEntityManager = ({ orm }: App): EntityManager => orm.em.fork();

/**
 * The one EntityManager of a request. Loaders of one request run side by side on it: they read, they do not flush.
 * @param context Remix's context, which is one object a request
 */
export function entityManager(context: { app: App; entityManager?: EntityManager }): EntityManager {
  return (context.entityManager ??= forkEntityManager(context.app));
}

const naming = new UnderscoreNamingStrategy();

/** The column of a property, for statements written by hand. */
export const columnOf = (property: string): string => naming.propertyToColumnName(property);

/**
 * Runs a statement that each connection parses and plans only once: for the few that visitors wait for under load. Where
 * sessions are shared the next one may not know it: there it is parsed each time.
 * @param name of the statement; another text needs another name
 * @param sql with `?` for each value, as for `em.execute`, and no other question mark
 */
export async function executePrepared<T>(
  em: EntityManager,
  name: string,
  sql: string,
  values: unknown[],
): Promise<T[]> {
  const pool = (await em.getConnection().getNativeClient()) as pg.Pool;
  const { hasSharedSessions } = pool.options as { hasSharedSessions?: boolean };
  let n = 0;
  const { rows } = await pool.query({
    ...(hasSharedSessions ? {} : { name }),
    text: sql.replace(/\?/g, () => `$${++n}`),
    values,
  });
  return rows as T[];
}

/** How the connections of the pool are used at this moment, which is why nothing is waited for. */
export function poolUse({ orm }: App): { open: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = pools.get(orm)?.pool ?? {
    totalCount: 0,
    idleCount: 0,
    waitingCount: 0,
  };
  return { open: totalCount - idleCount, waiting: waitingCount };
}
