import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment, serverFlags } from '../../scripts/node24.mjs';
import { removeFolder } from './remove-folder.ts';

export const SESSION_SECRET = 'only for the tests of this project';

export interface Product {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  pid: number;
  logs(): string;
  /** The lines of the log alone, without what the start prints. */
  logLines(): string[];
  /** Sends the signal and waits for the end. Gives the exit code, or null after a signal. Safe to call twice. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const root = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 120_000; // one second on an idle machine, much longer on a busy one
const STOP_LIMIT_MS = 10_000; // the product promises 5 s
const LISTENS = /^(Serving|\[remix-serve\]) http/m; // before that, another program may answer on the port

/**
 * Starts the built product as a process and waits until it is ready.
 * @param env over the defaults: a free port on 127.0.0.1, a new DATA_DIR (removed at the stop), LOG_LEVEL warn. Without
 *   DATABASE_URL it starts an embedded database.
 * @param release the folder of a release, by default this one
 * @param program the file that it runs there, and its arguments
 * @param readyAt the address that answers with success once it is ready
 * @throws Error with its output if it ends or does not become ready
 */
export async function startProduct(
  env: Record<string, string> = {},
  release = root,
  program = ['app/server.ts'],
  readyAt = '/readyz',
): Promise<Product> {
  const port = env.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const dataDir = env.DATA_DIR ?? newDataDir();
  const { PATH, HOME } = process.env;
  const usual = { NODE_ENV: 'production', LOG_LEVEL: 'warn', HOST: '127.0.0.1', APP_URL: url, SESSION_SECRET } as const;
  const child = spawn(process.execPath, [...serverFlags, ...program], {
    cwd: release,
    env: { PATH, HOME, ...usual, ...serverEnvironment, ...env, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (data) => (printed += data));
  child.stderr.on('data', (data) => (printed += data));
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      printed += String(error);
      resolve(-1);
    });
    child.once('close', (code) => resolve(code));
  });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
    if (!env.DATA_DIR) removeFolder(dataDir);
  });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!isOver) child.kill(signal);
    const lastResort = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    return ended.finally(() => clearTimeout(lastResort));
  };

  const start = Date.now();
  const look = () => (LISTENS.test(printed) ? readiness(url + readyAt) : 'did not listen');
  for (let answer = ''; (answer = await look()) !== 'ready'; await sleep(25)) {
    if (isOver) throw new Error(`the product ended at its start:\n${printed}`);
    if (Date.now() - start < START_LIMIT_MS) continue;
    await stop('SIGKILL');
    throw new Error(`the product was not ready in time: ${url}${readyAt} last ${answer}; it printed:\n${printed}`);
  }
  const logLines = () => printed.split('\n').filter((line) => line.startsWith('{'));
  return { url, dataDir, pid: child.pid!, logs: () => printed, logLines, stop };
}

let picked = 0;
/** Each process takes from a hundred of its own, in turn, below those that the kernel gives to connections. */
export async function freePort(): Promise<number> {
  const port = 20_000 + (process.pid % 120) * 100 + (picked++ % 100);
  const server = net.createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}

/** Readable by all, because as root the embedded PostgreSQL runs under another account. */
export function newDataDir(): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-data-'));
  fs.chmodSync(dir, 0o755);
  return dir;
}

async function readiness(url: string): Promise<string> {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(2000) });
    return ok ? 'ready' : `answered ${status}`;
  } catch (error) {
    return `gave no answer (${String((error as Error).cause ?? error)})`;
  }
}
