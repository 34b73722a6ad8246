import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parse } from 'pg-connection-string';
import type { EmbeddedPostgres } from './embedded.ts';

/** How one database is reached, in the words of both `pg` and MikroORM. */
export interface Connection {
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  ssl?: boolean | object;
}

/** A database that this process may use until it calls `release`. */
export interface HeldDatabase {
  connection: Connection;
  /** The embedded data folder, or null for an external database. */
  embeddedDir: string | null;
  release(): Promise<void>;
}

/** The data folder belongs to another running server. */
export class DataDirInUseError extends Error {}

const DATABASE = 'site';

/**
 * Gives the database of the settings: the one of `DATABASE_URL`, or the embedded one, started where need be.
 * @param purpose 'server' wants the data folder for itself; 'command' joins a running server
 * @throws DataDirInUseError for a second server on one data folder; Error if the database cannot be reached
 */
export async function holdDatabase(
  settings: { DATABASE_URL?: string; dataDir: string },
  purpose: 'server' | 'command',
): Promise<HeldDatabase> {
  if (settings.DATABASE_URL) {
    const connection = fromUrl(settings.DATABASE_URL);
    await check(connection);
    return { connection, embeddedDir: null, release: async () => {} };
  }
  const { findRunningEmbedded, startEmbedded } = await import('./embedded.ts'); // costs start-up only where used
  const dir = path.join(settings.dataDir, 'postgres');
  const lock = await ownDataDir(settings.dataDir, purpose);
  if (!lock) {
    const running = await findRunningEmbedded(dir);
    if (!running)
      throw new Error(`the embedded database in ${settings.dataDir} is just starting or stopping; try again`);
    return { connection: await siteDatabase(running), embeddedDir: dir, release: async () => {} };
  }
  try {
    const started = await startEmbedded(dir, { durable: true });
    const release = () => started.stop().finally(() => lock.close());
    return { connection: await siteDatabase(started), embeddedDir: dir, release };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function fromUrl(url: string): Connection {
  // Not MikroORM's clientUrl: it refuses socket addresses such as postgresql:///site?host=/run/postgresql
  const { host, port, user, password, database, ssl } = parse(url);
  return {
    ...(host ? { host } : {}),
    ...(port ? { port: Number(port) } : {}),
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    ...(database ? { database } : {}),
    ...(ssl === undefined ? {} : { ssl: ssl as boolean | object }),
  };
}

async function check(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on('error', () => {}); // the failed connect says it already
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`the database of DATABASE_URL cannot be reached: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A connection refused on several addresses comes as an AggregateError without a text of its own. */
const reasonOf = (error: unknown) =>
  error instanceof AggregateError
    ? error.errors.map(String).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);

async function siteDatabase({ host, port, user }: Omit<EmbeddedPostgres, 'stop'>): Promise<Connection> {
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!found.rowCount) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42P04') throw error; // made by another process just now
  } finally {
    await client.end();
  }
  return { host, port, user, database: DATABASE };
}

/** For a start that cannot have its port: often the program that has it is this site itself. @throws DataDirInUseError */
export async function refuseUsedDataDir(settings: { DATABASE_URL?: string; dataDir: string }): Promise<void> {
  if (settings.DATABASE_URL) return;
  if ((await ask(await ownerSocket(settings.dataDir))) === 'server') throw inUse(settings.dataDir);
}

const inUse = (dataDir: string) =>
  new DataDirInUseError(`the data in ${dataDir} is in use by a server that is running already`);

async function ownerSocket(dataDir: string): Promise<string> {
  const { socketFolder } = await import('./embedded.ts');
  return path.join(socketFolder(path.resolve(dataDir)), 'owner.sock');
}

/**
 * Owning the folder means listening on a socket in it: the kernel lets go of it when the process dies, however it dies.
 * @returns null where a running server has it and a command may join
 */
async function ownDataDir(dataDir: string, purpose: 'server' | 'command'): Promise<{ close(): void } | null> {
  fs.mkdirSync(dataDir, { recursive: true });
  const socket = await ownerSocket(dataDir);
  for (let waited = 0; ; waited += 100) {
    const server = net.createServer((other) => other.end(purpose));
    const taken = await new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
      );
      server.listen(socket, () => resolve(false));
    });
    if (!taken) {
      server.unref();
      return { close: () => server.close() };
    }
    const owner = await ask(socket);
    if (owner === null)
      fs.rmSync(socket, { force: true }); // its process is gone
    else if (owner === 'server' && purpose === 'command') return null;
    else if (owner === 'server') throw inUse(dataDir);
    else if (waited > 15_000) throw new DataDirInUseError(`a command is still working on the data in ${dataDir}`);
    await sleep(100);
  }
}

function ask(socket: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = '';
    const client = net.connect(socket);
    client.on('data', (chunk) => (answer += chunk));
    client.on('end', () => resolve(answer));
    client.on('error', () => resolve(null));
  });
}
