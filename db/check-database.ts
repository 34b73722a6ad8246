import type { Connection } from './connection.ts';
import { PrimaryClient } from './primary-client.ts';
import { reasonOf } from './reason-of.ts';

const limits = { connectionTimeoutMillis: 5000, query_timeout: 5000 };
const LEADS = 'leads through a pooler that shares sessions (PgBouncer in transaction mode or the like)';
const OLDEST = 14; // the tests and the README promise this version
const TRIES = 5; // in a pooler with other clients a session may come back by chance

/**
 * Checks that the settings lead to a database and that the direct connection does not share sessions.
 * @param direct the same object as `connection` if nothing else is set
 * @throws Error with one line that names the setting
 */
export async function checkDatabase(connection: Connection, direct: Connection): Promise<void> {
  if (direct === connection) {
    const { isShared } = await probe('DATABASE_URL', connection);
    if (isShared) throw new Error(`DATABASE_DIRECT_URL: is required, because DATABASE_URL ${LEADS}`);
    return;
  }
  const [pooled, own] = await Promise.all([probe('DATABASE_URL', connection), probe('DATABASE_DIRECT_URL', direct)]);
  if (own.isShared) throw new Error(`DATABASE_DIRECT_URL: must have sessions of its own, but ${LEADS}`);
  if (own.database !== pooled.database)
    throw new Error('DATABASE_DIRECT_URL: must lead to the same database as DATABASE_URL, but leads to another');
}

interface Found {
  /** Identifies a database of a running server, however it is reached. */
  database: string;
  isShared: boolean;
}

async function probe(name: string, connection: Connection): Promise<Found> {
  const client = await open(connection).catch((error: unknown) => {
    throw new Error(`the database of ${name} cannot be reached: ${reasonOf(error)}`);
  });
  try {
    const { rows } = await client.query<{ pid: number; database: string; version: string; encoding: string }>(
      `select pg_backend_pid() as pid, current_database() || ' since ' || pg_postmaster_start_time() as database,
         current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
    );
    const { pid, database, version, encoding } = rows[0]!;
    requireVersion(name, version);
    if (encoding !== 'UTF8')
      throw new Error(
        `${name}: leads to a database in ${encoding}, but UTF8 is needed: create database … encoding 'UTF8'`,
      );
    const { processID } = client as unknown as { processID: number }; // a pooler makes up its own number
    return { database, isShared: pid !== processID && (await canLoseSession(client, connection)) };
  } finally {
    await client.end().catch(() => {});
  }
}

/** @throws Error with one line for a PostgreSQL that is too old */
export function requireVersion(name: string, version: string): void {
  if (parseInt(version, 10) < OLDEST)
    throw new Error(`${name}: leads to PostgreSQL ${version}, but version ${OLDEST} or newer is needed`);
}

/** Whether another connection's transaction can get the session that this one just had. */
async function canLoseSession(client: PrimaryClient, connection: Connection): Promise<boolean> {
  const other = await open(connection);
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const own = await findSession(client); // a pooler hands out the session that came back last
      try {
        await other.query('begin');
      } catch (error) {
        return !isLate(error); // late: no other session is left; refused: each statement gets another session
      }
      const now = await findSession(client).catch(() => null); // null: it waits for the session of the other connection
      if (now !== own) return true;
      await other.query('rollback');
    }
    return false;
  } finally {
    await other.end().catch(() => {});
  }
}

async function findSession(client: PrimaryClient): Promise<number> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
}

const isLate = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

async function open(connection: Connection): Promise<PrimaryClient> {
  const client = new PrimaryClient({ ...connection, ...limits });
  client.on('error', () => {}); // the failed connect or query reports it
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Why a new installation cannot be made in the database, by the server's error code. */
const faults: Record<string, string> = {
  42501: 'leads to a database in which this account may not make tables and schemas: make it the owner',
  25006: 'leads to a database that is read-only',
  '3F000': 'leads to a database in which this account has no schema for tables',
  53300: 'leads to a database that has no connection left for this account',
  '42P07': 'leads to a database that holds tables of another program: give the site one of its own',
};

/** @throws a plain message for a fault of the database; otherwise the error itself */
export function throwPlainly(error: unknown): never {
  let code: unknown;
  for (let each = error; each instanceof Error && !code; each = each.cause ?? (each as { previous?: unknown }).previous)
    code = (each as { code?: unknown }).code;
  const fault = faults[String(code)];
  throw fault ? new Error(`DATABASE_URL: ${fault} (${reasonOf(error).split('\n', 1)[0]})`, { cause: error }) : error;
}
