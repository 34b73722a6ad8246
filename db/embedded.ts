import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listPermittedNames, findServerAccount, type Account } from './embedded-account.ts';
import { findPrograms, prepareDataFolder, programsIn, writePrivate } from './embedded-folder.ts';
import { lastLines, openServerLog } from './embedded-log.ts';
import { bareEnvironment, endOrphan, stopAtExit } from './embedded-process.ts';
import { socketFolderForServer, socketFolder } from './embedded-socket.ts';
import { keepUp, type Run, type Watcher } from './embedded-watch.ts';

export type EmbeddedAddress = ReturnType<typeof addressAt>;

export interface EmbeddedPostgres extends EmbeddedAddress {
  keepUp(watcher: Watcher): void;
  stop(): Promise<void>;
}

// We start the binaries ourselves, because their package's own class leaves an orphan after kill -9 and cannot start again
// then.
const PORT = 5432; // only part of the socket's name: no TCP port is open
const USER = 'app';
const START_LIMIT_MS = 120_000; // after a crash it first reads its log
const ASK_AGAIN_MS = 10;
const LOG = 'server.log';

/** PGSSLMODE may ask for TLS, and a socket has none. */
const addressAt = (host: string) => ({ host, port: PORT, user: USER, ssl: false }) as const;

/**
 * Starts PostgreSQL on a data folder, with a new database if it is empty, and waits until it answers. The caller must be
 * the folder's only user: a server left by a killed process is ended first.
 * @param dir the data folder
 * @param options.durable false only in tests: faster, but not safe on power loss
 * @param options.programs the folder of another PostgreSQL's programs; only in tests
 * @throws Error with the server's last log lines if it does not come up
 */
export async function startEmbedded(
  dir: string,
  options: { durable: boolean; programs?: string },
): Promise<EmbeddedPostgres> {
  const account = await findServerAccount(path.resolve(dir));
  const bin = options.programs ? programsIn(options.programs) : await findPrograms(account);
  await endOrphan(path.resolve(dir));
  const data = prepareDataFolder(path.resolve(dir), account);
  const host = socketFolder(data, account);
  const run = { ...account, env: bareEnvironment, cwd: data };

  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) {
    const sync = options.durable ? [] : ['--no-sync'];
    const how = ['-U', USER, '-A', 'peer', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions', ...sync];
    const made = spawnSync(bin.initdb, ['-D', data, ...how], { ...run, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`the embedded database could not be made: ${made.stderr || made.error}`);
  }
  writeAccessRules(data, account);

  const settings = [
    'listen_addresses=',
    `unix_socket_directories="${socketFolderForServer(data, host).replaceAll('"', '""')}"`, // a list
    'unix_socket_permissions=0700',
    `max_connections=${options.durable ? 80 : 400}`, // a test run has many apps on it
    'shared_buffers=128MB',
    // Errors omit the statement and the row, which contain personal data.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
  ];
  if (!options.durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const log = openServerLog(path.join(data, LOG), account);
  let isStopping = false;
  let now = start();
  await now.answers();
  return { ...addressAt(host), keepUp: watch, stop };

  function start(): Run & { stop(): Promise<void> } {
    const out = log.open();
    const child = spawn(bin.postgres, ['-D', data, '-p', String(PORT), ...settings.flatMap((s) => ['-c', s])], {
      ...run,
      stdio: ['ignore', out, out],
      detached: true, // Ctrl-C in the terminal is for us; we stop the server afterwards
    });
    fs.closeSync(out);
    let hasEnded = false;
    const ended = once(child, 'exit').then(
      ([code, signal]: unknown[]) => `${signal ?? `code ${String(code)}`}: ${log.lastLines()}`,
      String,
    );
    void ended.then(() => (hasEnded = true));
    stopAtExit(child);
    return {
      ended,
      async answers() {
        const connection = { ...addressAt(host), database: 'postgres' };
        let problem = await findProblem(connection);
        for (const begin = Date.now(); problem && !hasEnded && Date.now() - begin < START_LIMIT_MS;) {
          await sleep(ASK_AGAIN_MS);
          problem = await findProblem(connection);
        }
        if (!problem) return;
        if (!hasEnded) process.kill(child.pid!, 'SIGQUIT');
        throw new Error(`the embedded database did not start (${problem}): ${log.lastLines()}`);
      },
      async stop() {
        if (hasEnded) return;
        child.ref();
        process.kill(child.pid!, 'SIGINT'); // fast shutdown: rolls back open transactions
        await ended;
      },
    };
  }
  function watch(watcher: Watcher): void {
    void keepUp(
      now,
      () => (now = start()),
      watcher,
      () => isStopping,
    );
  }
  function stop(): Promise<void> {
    isStopping = true;
    return now.stop();
  }
}

/**
 * Finds the embedded PostgreSQL that another process of ours runs on this folder.
 * @throws Error that says why none answers
 */
export async function findRunningEmbedded(dir: string): Promise<EmbeddedAddress> {
  const data = fs.existsSync(dir) ? fs.realpathSync(dir) : dir;
  const found = addressAt(socketFolder(data, await findServerAccount(path.resolve(dir))));
  const problem = await findProblem({ ...found, database: 'postgres' });
  if (!problem) return found;
  throw new Error(
    `the embedded database in ${dir} does not answer (${problem}); if it is starting or stopping, try again in a ` +
      `moment; its log ends: ${lastLines(path.join(data, LOG))}`,
  );
}

/**
 * The server knows the account at the other end of its socket and checks only that, so there is no password to find. Each
 * start overwrites the files of earlier versions.
 */
function writeAccessRules(data: string, account?: Account): void {
  const names = listPermittedNames(account).map((name) => `site "${name}" ${USER}\n`);
  writePrivate(account, path.join(data, 'pg_ident.conf'), names.join(''));
  writePrivate(account, path.join(data, 'pg_hba.conf'), 'local all all peer map=site\n');
}

async function findProblem(connection: pg.ClientConfig): Promise<string | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  client.on('error', () => {}); // a stopping server may cut us off, which is an answer, too
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => {});
  }
}
