import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment, serverFlags } from '../node24.mjs';
import { freePort } from '../../tests/support/product.ts';

/** A server that a bench has started. */
export interface Served {
  /** Its address on the loopback, without a trailing slash. */
  url: string;
  pid: number;
  dataDir: string;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');
const running = new Set<Served>();
const START_MS = 30_000;
const STOP_MS = 15_000;

/** Ends, by its id, every server that is still running. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((served) => served.stop()));
}

/**
 * Starts the built product as a process of its own and waits until it is ready. Its log goes to /dev/null, as it
 * would to a log file: writing it is part of what is measured.
 * @param settings environment over the defaults: a free port, a new data folder (removed at the stop)
 * @param nodeFlags such as --cpu-prof
 * @param readyPath the address that has to answer
 * @param log an open file that takes its log
 * @param patienceMs how long it may take
 */
export async function startProduct(
  settings: Record<string, string> = {},
  nodeFlags: string[] = [],
  readyPath = '/readyz',
  log: number | 'ignore' = 'ignore',
  patienceMs = START_MS,
): Promise<Served> {
  const port = await freePort();
  const dataDir = settings.DATA_DIR ?? newDataDir();
  const environment = {
    NODE_ENV: 'production',
    SESSION_SECRET: 'only for the benches of this project',
    APP_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...serverEnvironment,
    ...settings,
    PORT: String(port),
  };
  return start(
    [...serverFlags, ...nodeFlags, 'app/server.ts'],
    environment,
    port,
    readyPath,
    settings.DATA_DIR ? null : dataDir,
    log,
    patienceMs,
  );
}

/**
 * Starts one of the bare servers that the product is held against.
 * @param kind a part of bare-server.ts
 * @param settings environment that this part reads
 */
export async function startBare(kind: string, settings: Record<string, string> = {}): Promise<Served> {
  const port = await freePort();
  return start(['scripts/bench/bare-server.ts', kind], { ...settings, PORT: String(port) }, port, '/ready', null);
}

async function start(
  command: string[],
  settings: Record<string, string>,
  port: number,
  readyPath: string,
  ownDir: string | null,
  log: number | 'ignore' = 'ignore',
  patienceMs = START_MS,
): Promise<Served> {
  const child: ChildProcess = spawn(process.execPath, command, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', log, 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    running.delete(served);
    if (ownDir) fs.rmSync(ownDir, { recursive: true, force: true });
  };
  const served: Served = { url, pid: child.pid!, dataDir: settings.DATA_DIR ?? '', stop };
  running.add(served);
  for (const began = Date.now(); !(await answers(url + readyPath)); await sleep(5)) {
    if (child.exitCode === null && Date.now() - began < patienceMs) continue;
    await stop();
    throw new Error(`${command.join(' ')} did not start`);
  }
  return served;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const lastResort = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await over;
  clearTimeout(lastResort);
}

/** A new data folder. Readable by all: as root the embedded PostgreSQL runs under another account. */
export function newDataDir(): string {
  const dir = fs.mkdtempSync(path.join(process.env.BENCH_DIR ?? os.tmpdir(), 'site-bench-'));
  fs.chmodSync(dir, 0o755);
  return dir;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/** The CPU time in seconds that processes and all below them have used so far, the ended ones included (Linux). */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.flatMap(treeOf).reduce((sum, { ticks }) => sum + ticks, 0) / 100;
}

/** Resident memory of one process, in MiB. */
export function residentMiB(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** What a process and those below it take together, in MiB, as `memoryBelowMiB` counts. */
export const memoryMiB = (pid: number): number => memoryOf(treeOf(pid));

/**
 * What the processes below one take together, in MiB; what several share counts once. NaN for one that may not look at
 * them (Linux).
 */
export const memoryBelowMiB = (pid: number): number => memoryOf(treeOf(pid).filter((each) => each.pid !== pid));

function memoryOf(processes: { pid: number }[]): number {
  try {
    const shares = processes.map(({ pid }) => fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return shares.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]), 0) / 1024;
  } catch {
    return NaN;
  }
}

/** What the kernel holds for itself on this machine, in MiB: its objects, and what waits in the buffers of sockets (Linux). */
export function kernelMiB(): number {
  const objects = /^SUnreclaim:\s+(\d+) kB/m.exec(fs.readFileSync('/proc/meminfo', 'utf8'))?.[1];
  const pages = /^TCP:.* mem (\d+)/m.exec(fs.readFileSync('/proc/net/sockstat', 'utf8'))?.[1];
  return (Number(objects) + 4 * Number(pages)) / 1024;
}

function treeOf(pid: number): { pid: number; ticks: number }[] {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // from field 3, the state
      const parent = Number(fields[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
      ticks.set(
        Number(name),
        fields
          .slice(11, 15)
          .map(Number)
          .reduce((sum, each) => sum + each, 0),
      );
    } catch {
      // it has ended meanwhile
    }
  }
  const inTree = (id: number): number[] => [id, ...(children.get(id) ?? []).flatMap(inTree)];
  return inTree(pid).map((id) => ({ pid: id, ticks: ticks.get(id) ?? 0 }));
}
