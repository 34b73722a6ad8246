import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM, UnderscoreNamingStrategy, defineConfig, type EntityManager } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import pg from 'pg';
import { BoundedClient, timeouts } from './bounded-client.ts';
import type { Connection } from './connection.ts';
import { locks } from './lock-table.ts';
import { entities } from './entities/index.ts';
import { migrations } from './migrations/index.ts';
import { PrimaryClient } from './primary-client.ts';
import type { App } from './app.ts';

export type { EntityManager } from '@mikro-orm/postgresql';

const LOCK_POLL_MS = 100;
const RETRY_MS = 500;
const LOCKED_OUT = ['55P03', '40P01']; // lock timeout, deadlock

/** For long work without a time limit; keepalives find a dead connection in half a minute. */
export const unbounded = {
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  Client: PrimaryClient,
};

/**
 * Opens MikroORM; the pool connects on first use.
 * @param limits the pool's time limits; by default those for visitors
 */
export async function openOrm(
  { database, ssl, hosts, hasSharedSessions, ...connection }: Connection,
  limits: pg.PoolConfig = { ...timeouts, Client: BoundedClient },
): Promise<MikroORM> {
  const held: { pool?: pg.Pool } = {};
  const onPoolCreated = (pool: pg.Pool) => {
    held.pool = pool;
    releaseLostConnections(pool);
  };
  const orm = await MikroORM.init(
    defineConfig({
      ...connection,
      dbName: database,
      ensureDatabase: false, // checkDatabase has checked it, and a pooler may have another name for it
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
      logger: () => {}, // callers get the errors; their text may contain personal data
    }),
  );
  pools.set(orm, held);
  // Not by Kysely: it forgets its pool first, and then loses a connection that is just being made, so that it never ends.
  orm.close = async () => held.pool?.end();
  return orm;
}

const pools = new WeakMap<MikroORM, { pool?: pg.Pool }>();

/**
 * Releases connections that transactions have lost. A transaction would first roll back by its connection, which fails, and
 * the connection would keep a place in the pool for ever.
 */
function releaseLostConnections(pool: pg.Pool): void {
  const held = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_, client) => held.delete(client));
  const giveBack = (client: pg.PoolClient) => held.has(client) && client.release(true);
  pool.on('connect', (client) => client.once('end', () => setImmediate(giveBack, client)));
}

/**
 * Migrates the database. Several processes may call it at once: the first one works and the others wait, because racing
 * DDL fails even with IF NOT EXISTS. Statements have no time limit.
 * @param connection with sessions of its own, one of which holds the lock
 * @param also further set-up for one process at a time (job queue, starting content); it gets a pool
 */
export async function migrate(connection: Connection, also?: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const lock = new PrimaryClient({ ...connection, ...unbounded });
  lock.on('error', () => {}); // the running query fails then
  await lock.connect();
  const pool = new pg.Pool({ ...connection, ...unbounded, max: 2 });
  try {
    // The database notices the loss of the machine that holds the lock in a minute, not in two hours.
    await lock.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3');
    await waitForLock(lock, locks.migration);
    if (await hasPendingMigrations(lock)) await runMigrations(connection);
    await also?.(pool);
  } finally {
    await pool.end();
    await lock.end();
  }
}

/** Polls, because indexes that are made concurrently would wait for a statement that waits in the database. */
async function waitForLock(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [lock]);
    if (rows[0]!.is) return;
    await sleep(LOCK_POLL_MS);
  }
}

/** Whether a migration is missing. One query, because the migrator needs a tenth of a start to find that out. */
async function hasPendingMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('mikro_orm_migrations') is not null as is`);
  if (!rows[0]!.is) return true;
  const executed = await client.query<{ name: string }>('select name from mikro_orm_migrations');
  const done = new Set(executed.rows.map(({ name }) => name));
  return migrations.some((Each) => !done.has(new Each(undefined as never, undefined as never).name));
}

async function runMigrations(connection: Connection): Promise<void> {
  const orm = await openOrm(connection, unbounded);
  try {
    // Finished migrations stay finished; see migrations/short-locks.ts.
    while (!(await orm.migrator.up().catch(isLockedOut))) await sleep(RETRY_MS);
  } finally {
    await orm.close(true);
  }
}

/** @returns false if a migration could not lock a table in time @throws any other error */
function isLockedOut(error: unknown): false {
  if (LOCKED_OUT.includes(String((error as { code?: unknown }).code))) return false;
  throw error;
}

export const forkEntityManager = ({ orm }: App): EntityManager => orm.em.fork();

/**
 * The EntityManager of a request. Loaders of one request share it and run in parallel: they read, but do not flush.
 * @param context Remix's context, one object per request
 */
export function entityManager(context: { app: App; entityManager?: EntityManager }): EntityManager {
  return (context.entityManager ??= forkEntityManager(context.app));
}

const naming = new UnderscoreNamingStrategy();

export const columnOf = (property: string): string => naming.propertyToColumnName(property);

/**
 * Runs a statement that each connection parses and plans only once: for the few that visitors wait for under load. With
 * shared sessions it is parsed each time, because the next session may not know it.
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

export function poolUse({ orm }: App): { open: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = pools.get(orm)?.pool ?? {
    totalCount: 0,
    idleCount: 0,
    waitingCount: 0,
  };
  return { open: totalCount - idleCount, waiting: waitingCount };
}
