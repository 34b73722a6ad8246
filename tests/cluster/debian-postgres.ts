import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findServerAccount } from '#db/embedded-account.ts';
import { bareEnvironment, stopAtExit } from '#db/embedded-process.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { queryOnce, sqlBy } from '../support/test-postgres.ts';
import { freePort } from '../support/product.ts';

export type Settings = Record<string, string | number>;

/** Debian's PostgreSQL in a temporary folder, on a loopback port. */
export type Postgres = Awaited<ReturnType<typeof startCopy>>;

const NAME = 'site';
const START_MS = 60_000;
const run = promisify(execFile);

/** Makes and starts a server with an empty database `site`. */
export async function startPostgres(settings: Settings = {}): Promise<Postgres> {
  const folder = await newFolder();
  await program('initdb', folder, ['-D', 'data', '-U', NAME, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']);
  const postgres = await startCopy(folder, settings);
  await query(postgres.port, 'postgres', `create database ${NAME}`);
  return postgres;
}

/** Starts a base backup: as a standby, or as a recovery if there is a `recovery.signal`. */
export async function startCopy(folder: string, settings: Settings = {}) {
  const port = await freePort();
  let server: ChildProcess | undefined;
  let all: Settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port, ...settings };
  const sql = sqlBy((text, values) => query(port, NAME, text, values));
  const isRunning = () => server !== undefined && server.exitCode === null && server.signalCode === null;

  async function start(more: Settings = {}): Promise<void> {
    if (isRunning()) return;
    all = { ...all, ...more };
    const log = fs.openSync(path.join(folder, 'log'), 'a');
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const account = accountOf(folder);
    const options: SpawnOptions = { cwd: folder, env: bareEnvironment, ...account, stdio: ['ignore', log, log] };
    server = spawn(path.join(programs(), 'postgres'), ['-D', path.join(folder, 'data'), ...args], options);
    fs.closeSync(log);
    stopAtExit(server);
    for (const began = Date.now(); !(await answers(port)); await sleep(20)) {
      if (isRunning() && Date.now() - began < START_MS) continue;
      await end('SIGQUIT');
      throw new Error(`PostgreSQL did not start:\n${fs.readFileSync(path.join(folder, 'log'), 'utf8')}`);
    }
  }
  async function end(signal: NodeJS.Signals, below: number[] = []): Promise<void> {
    if (!server || !isRunning()) return;
    const over = new Promise((resolve) => server!.once('exit', resolve));
    server.ref();
    for (const pid of [server.pid!, ...below]) process.kill(pid, signal);
    await over;
  }
  function childrenOf(pid: number): number[] {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  }

  await start();
  return {
    port,
    url: `postgres://${NAME}@127.0.0.1:${port}/${NAME}`,
    /** Contains `data`, and further folders such as an archive. */
    folder,
    pid: () => server!.pid!,
    sql,
    /** Starts it again with the earlier settings and these. */
    start,
    stop: () => end('SIGINT'),
    /** Ends all its processes at once, like a loss of power. */
    kill: async () => (isRunning() ? end('SIGKILL', childrenOf(server!.pid!)) : undefined),
    promote: () => program('pg_ctl', folder, ['promote', '-w', '-D', 'data']),
    /**
     * Makes a base backup. The caller, or `remove` of its copy, removes it.
     * @param standby the name of the standby that starts from it and follows this server
     * @returns its folder, for `startCopy`
     */
    async backUp(standby?: string) {
      const copy = await newFolder();
      const from = `host=127.0.0.1 port=${port} user=${NAME}${standby ? ` application_name=${standby}` : ''}`;
      await program('pg_basebackup', copy, ['-d', from, '-D', 'data', '-c', 'fast', '-N', ...(standby ? ['-R'] : [])]);
      return copy;
    },
    async remove() {
      await end('SIGQUIT');
      removeFolder(folder);
    },
  };
}

function programs(): string {
  const all = '/usr/lib/postgresql';
  const found = fs.readdirSync(all).filter((version) => fs.existsSync(`${all}/${version}/bin/pg_basebackup`));
  return `${all}/${found.sort((a, b) => Number(b) - Number(a))[0]}/bin`;
}

/** A folder for a server, owned by an account that is not root. */
async function newFolder(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-cluster-pg-'));
  const account = await findServerAccount(folder);
  if (account) fs.chownSync(folder, account.uid, account.gid);
  return folder;
}

function accountOf(folder: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = fs.statSync(folder);
  return { uid, gid };
}

async function program(name: string, folder: string, args: string[]): Promise<void> {
  await run(path.join(programs(), name), args, { cwd: folder, env: bareEnvironment, ...accountOf(folder) });
}

const query = (port: number, database: string, text: string, values?: unknown[]) =>
  queryOnce({ host: '127.0.0.1', port, user: NAME, database }, text, values);

const answers = (port: number): Promise<boolean> => query(port, 'postgres', 'select 1').then(Boolean, () => false);
