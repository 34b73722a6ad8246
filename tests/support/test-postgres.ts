import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { removeFolder } from './remove-folder.ts';

/** Where the PostgreSQL of a test run listens; plain data, so that it can travel to test processes. */
export interface TestPostgres {
  host: string;
  port: number;
  user: string;
}

/** A database of a test's own, of the newest shape and empty. */
export interface TestDatabase {
  /** For `openOrm`, `migrate`, `pg`. */
  connection: TestPostgres & { database: string };
  url: string;
  /** Runs one statement beside the product and gives its rows. */
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

const TEMPLATE = 'template_site';

/**
 * Starts one PostgreSQL for a test run, unsafe and fast, with a migrated template database: the embedded one, or the one
 * whose programs TEST_POSTGRES_PROGRAMS names.
 */
export async function startTestPostgres(): Promise<{ postgres: TestPostgres; stop(): Promise<void> }> {
  // Read here: those who only clone its databases need neither.
  const [{ startEmbedded }, { migrate }] = await Promise.all([import('#db/embedded.ts'), import('#db/orm.ts')]);
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-pg-'));
  const server = await startEmbedded(dir, { durable: false, programs: process.env.TEST_POSTGRES_PROGRAMS });
  const postgres = { host: server.host, port: server.port, user: server.user };
  const stop = async () => {
    await server.stop();
    removeFolder(dir);
  };
  try {
    await queryOnce(postgres, `create database ${TEMPLATE}`);
    await migrate({ ...postgres, database: TEMPLATE });
    // A template cannot be copied while someone is connected to it.
    await queryOnce(postgres, `alter database ${TEMPLATE} allow_connections false`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { postgres, stop };
}

/** Makes a database of the newest shape in the running test PostgreSQL; about 20 ms in memory. */
export async function cloneDatabase(postgres: TestPostgres): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString('hex')}`;
  const how = process.env.TEST_POSTGRES_PROGRAMS ? '' : 'strategy file_copy';
  await queryOnce(postgres, `create database ${database} template ${TEMPLATE} ${how}`);
  const connection = { ...postgres, database };
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => {}); // a test may break the connection on purpose; the next query says so
  return {
    connection,
    url: `postgres://${postgres.user}@/${database}?host=${encodeURIComponent(postgres.host)}&port=${postgres.port}`,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    drop: async () => {
      await pool.end();
      await queryOnce(postgres, `drop database if exists ${database} with (force)`);
    },
  };
}

/** Runs one statement on a connection of its own, to the database `postgres` by default. @returns its rows */
export async function queryOnce(
  server: pg.ClientConfig,
  text: string,
  values?: unknown[],
): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ database: 'postgres', ...server });
  client.on('error', () => {}); // the query says it
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
