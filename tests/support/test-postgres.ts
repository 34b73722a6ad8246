import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { PrimaryClient } from '#db/primary-client.ts';
import { removeFolder } from './remove-folder.ts';

/** Where the PostgreSQL of a test run listens. Plain data, which can be passed to test processes. */
export interface TestPostgres {
  host: string;
  port: number;
  user: string;
}

/** An empty database with the newest schema. */
export interface TestDatabase {
  connection: TestPostgres & { database: string };
  url: string;
  sql: Sql;
  drop(): Promise<void>;
}

type Row = pg.QueryResultRow;

/** Runs a statement. @returns its rows */
export interface Sql {
  <R extends Row = Row>(text: string, values?: unknown[]): Promise<R[]>;
  /** The first row. */
  row<R extends Row = Row>(text: string, values?: unknown[]): Promise<R>;
  /** The first column of the first row. */
  value<Value = Row[string]>(text: string, values?: unknown[]): Promise<Value>;
  /** The first column of each row. */
  column<Value = Row[string]>(text: string, values?: unknown[]): Promise<Value[]>;
}

const TEMPLATE = 'template_site';

/**
 * Starts a fast and unsafe PostgreSQL for a test run, with a migrated template database: the embedded one, or the
 * programs in TEST_POSTGRES_PROGRAMS.
 */
export async function startTestPostgres(): Promise<{ postgres: TestPostgres; stop(): Promise<void> }> {
  // Imported here, because a worker that only clones databases needs neither.
  const [{ startEmbedded }, { migrate }] = await Promise.all([import('#db/embedded.ts'), import('#db/orm.ts')]);
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-pg-'));
  const server = await startEmbedded(dir, { durable: false, programs: process.env.TEST_POSTGRES_PROGRAMS });
  const postgres = { host: server.host, port: server.port, user: server.user };
  const stop = async () => {
    await server.stop();
    removeFolder(dir);
  };
  try {
    // Settings of an office elsewhere, which the product must not depend on.
    await queryOnce(postgres, "alter role current_user set datestyle = 'German, DMY'");
    await queryOnce(postgres, "alter role current_user set timezone = 'America/Port_of_Spain'");
    await queryOnce(postgres, `create database ${TEMPLATE}`);
    await migrate({ ...postgres, database: TEMPLATE });
    // PostgreSQL does not copy a template while somebody is connected to it.
    await queryOnce(postgres, `alter database ${TEMPLATE} allow_connections false`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { postgres, stop };
}

/** Copies the template database; about 20 ms in memory. */
export async function cloneDatabase(postgres: TestPostgres): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString('hex')}`;
  const how = process.env.TEST_POSTGRES_PROGRAMS ? '' : 'strategy file_copy';
  await queryOnce(postgres, `create database ${database} template ${TEMPLATE} ${how}`);
  const connection = { ...postgres, database };
  const pool = new pg.Pool({ ...connection, max: 2, Client: PrimaryClient });
  pool.on('error', () => {}); // a test may break the connection on purpose; the next query fails then
  return {
    connection,
    url: `postgres://${postgres.user}@/${database}?host=${encodeURIComponent(postgres.host)}&port=${postgres.port}`,
    sql: sqlBy(async (text, values) => (await pool.query(text, values)).rows as Row[]),
    drop: async () => {
      await pool.end();
      await queryOnce(postgres, `drop database if exists ${database} with (force)`);
    },
  };
}

type Query = (text: string, values?: unknown[]) => Promise<Row[]>;

export function sqlBy(query: Query): Sql {
  const column: Query = async (text, values) => (await query(text, values)).map((row) => Object.values(row)[0] as Row);
  return Object.assign((...asked: Parameters<Query>) => query(...asked), {
    row: async (...asked: Parameters<Query>) => (await query(...asked))[0],
    value: async (...asked: Parameters<Query>) => (await column(...asked))[0],
    column,
  }) as Sql;
}

/** Begins a transaction with `text`, such as a lock. Its stop rolls it back. */
export async function begin(server: pg.ClientConfig, text: string) {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`begin; ${text}`);
  return { query: (text: string) => client.query(text), stop: () => client.end() };
}

/** Runs one statement on a new connection, by default to the database `postgres`. @returns its rows */
export async function queryOnce(server: pg.ClientConfig, text: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ database: 'postgres', ...server });
  client.on('error', () => {}); // the query fails then
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
