import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { checkDatabase } from './check-database.ts';
import { readDatabaseUrl } from './database-url.ts';
import type { EmbeddedAddress } from './embedded.ts';
import type { Watcher } from './embedded-watch.ts';
import { giveToOwner, makeFolder } from './make-folder.ts';
import type { Host } from './primary.ts';

/** Settings of a connection. All but the last two have the same names in `pg` and MikroORM. */
export interface Connection {
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  ssl?: boolean | object;
  /** `PrimaryClient` looks among them for the host that takes writes. */
  hosts?: Host[];
  /** A pooler gives each transaction another session, so that nothing of a session lasts. */
  hasSharedSessions?: boolean;
}

interface DatabaseSettings {
  DATABASE_URL?: string;
  DATABASE_DIRECT_URL?: string;
  dataDir: string;
}

/** A database that this process uses until it calls `release`. */
export interface HeldDatabase {
  connection: Connection;
  /** The same database with sessions of our own, for LISTEN, session advisory locks and long work. */
  direct: Connection;
  /** The data folder, or null for an external database. */
  embeddedDir: string | null;
  /** Restarts the embedded database when it ends by itself. Others take care of an external one. */
  keepUp?(watcher: Watcher): void;
  release(): Promise<void>;
}

/** Another running server has the data folder. */
export class DataDirInUseError extends Error {}

const DATABASE = 'site';

/**
 * Gives the database of `DATABASE_URL`, or the embedded one, which it starts if necessary.
 * @param purpose 'server' demands the data folder for itself; 'command' joins a running server
 * @throws DataDirInUseError for a second server on one data folder; Error if the database does not start
 */
export async function holdDatabase(settings: DatabaseSettings, purpose: 'server' | 'command'): Promise<HeldDatabase> {
  if (settings.DATABASE_URL) {
    const { connection, direct } = fromUrls(settings.DATABASE_URL, settings.DATABASE_DIRECT_URL);
    await checkDatabase(connection, direct);
    return { connection, direct, embeddedDir: null, release: async () => {} };
  }
  const { startEmbedded, findRunningEmbedded } = await import('./embedded.ts'); // slows a start, so only where used
  const dir = path.join(settings.dataDir, 'postgres');
  const lock = await ownDataDir(settings.dataDir, purpose);
  if (!lock) {
    const connection = toSite(await findRunningEmbedded(dir));
    await ensureSite(connection);
    return { connection, direct: connection, embeddedDir: dir, release: async () => {} };
  }
  try {
    const { keepUp, stop, ...address } = await startEmbedded(dir, { durable: true });
    const connection = toSite(address);
    const release = () => stop().finally(() => lock.close());
    await ensureSite(connection);
    return { connection, direct: connection, embeddedDir: dir, keepUp, release };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function fromUrls(url: string, directUrl?: string): { connection: Connection; direct: Connection } {
  const connection = readDatabaseUrl('DATABASE_URL', url);
  if (!directUrl) return { connection, direct: connection };
  const direct = readDatabaseUrl('DATABASE_DIRECT_URL', directUrl);
  return { connection: { ...connection, hasSharedSessions: true }, direct };
}

const toSite = (address: EmbeddedAddress): Connection => ({ ...address, database: DATABASE });

async function ensureSite(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!found.rowCount) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42P04') throw error; // another process has just made it
  } finally {
    await client.end();
  }
}

/** Call it when the port is taken: the program that has it is often this site itself. @throws DataDirInUseError */
export async function requireUnusedDataDir(settings: DatabaseSettings): Promise<void> {
  if (settings.DATABASE_URL) return;
  if ((await ask(await ownerSocket(settings.dataDir))) === 'server') throw inUse(settings.dataDir);
}

const inUse = (dataDir: string) =>
  new DataDirInUseError(`the data in ${dataDir} is already in use by a running server`);

async function ownerSocket(dataDir: string): Promise<string> {
  const { socketFolder } = await import('./embedded-socket.ts');
  return path.join(socketFolder(path.resolve(dataDir)), 'owner.sock');
}

/** @throws Error with one line where the folder is not writable */
async function requireWritable(dataDir: string): Promise<void> {
  const unusable = (why: string) => new Error(`DATA_DIR: ${dataDir} cannot be used: ${why}`);
  if (!fs.statSync(dataDir).isDirectory()) throw unusable('it is a file');
  try {
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const { explainOwner } = await import('./embedded-account.ts');
    const why = code === 'EROFS' ? 'it is on a read-only disk' : 'this account may not write to it';
    throw unusable(`${why} (${code})${explainOwner(dataDir)}`);
  }
}

/**
 * Owns the folder by listening on a socket in it, which the kernel releases however the process dies.
 * @returns null where a running server owns it and a command may join
 */
async function ownDataDir(dataDir: string, purpose: 'server' | 'command'): Promise<{ close(): void } | null> {
  makeFolder(dataDir);
  await requireWritable(dataDir);
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
      giveToOwner(path.join(path.resolve(dataDir), path.basename(socket))); // a process that cannot connect to it removes it
      server.unref();
      return { close: () => server.close() };
    }
    const owner = await ask(socket);
    if (owner === null) fs.rmSync(socket, { force: true }); // its process is gone
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
