import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon, { type Options } from 'autocannon';
import pg from 'pg';
import { findRunningEmbedded } from '#db/embedded.ts';
import { freePort, newDataDir, SESSION_SECRET } from '../../tests/support/product.ts';
import { sqlBy, type Sql } from '../../tests/support/test-postgres.ts';
import { serverEnvironment, serverFlags } from '../node24.mjs';
import { root } from '../project.mjs';

export interface Served {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  dataDir: string;
  stop(): Promise<void>;
}

const running = new Set<Served>();

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((served) => served.stop()));
}

const PATIENCE_MS = 60_000;

/**
 * Starts the built product as a process and waits until it is ready.
 * @param settings environment over the defaults: a free port, a new data folder (removed at the stop)
 */
export async function startProduct(settings: Record<string, string> = {}, readyPath = '/readyz'): Promise<Served> {
  const port = String(await freePort());
  const dataDir = settings.DATA_DIR ?? newDataDir();
  const environment = {
    NODE_ENV: 'production',
    SESSION_SECRET, // the tests' secret signs the sessions of `visitAs`
    APP_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    ...serverEnvironment,
    ...settings,
    DATA_DIR: dataDir,
    PORT: port,
  };
  const end = () => {
    if (!settings.DATA_DIR) fs.rmSync(dataDir, { recursive: true, force: true });
  };
  return start([...serverFlags, 'app/server.ts'], environment, readyPath, end);
}

/** Settings for a product that sends mail to a bare server, which is as slow as Postmark. */
export async function startMail(): Promise<Record<string, string>> {
  const { url } = await startBare('mail');
  const mail = { POSTMARK_SERVER_TOKEN: 'bench', POSTMARK_API_URL: url };
  return { ...mail, TRUST_PROXY: '1', MAIL_FROM: 'site@example.com', MAIL_TO: 'office@example.com' };
}

/** Starts a server of bare-server.ts with these settings as its environment. */
export async function startBare(kind: string, settings: Record<string, string> = {}): Promise<Served> {
  return start(['scripts/bench/bare-server.ts', kind], { ...settings, PORT: String(await freePort()) }, '/ready');
}

async function start(command: string[], settings: Record<string, string>, readyPath: string, ended = () => {}) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { PATH, HOME, ...settings } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    await end(child);
    running.delete(served);
    ended();
  };
  const url = `http://127.0.0.1:${settings.PORT}`;
  const served: Served = { url, pid: child.pid!, dataDir: settings.DATA_DIR ?? '', stop };
  running.add(served);
  for (const began = Date.now(); !(await answers(url + readyPath)); await sleep(5)) {
    if (child.exitCode === null && Date.now() - began < PATIENCE_MS) continue;
    await stop();
    throw new Error(`${command.join(' ')} did not start`);
  }
  return served;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const lastResort = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await over;
  clearTimeout(lastResort);
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2000) })
    .then(({ ok }) => ok)
    .catch(() => false);

export async function connectionOf({ dataDir }: Served) {
  return { ...(await findRunningEmbedded(path.join(dataDir, 'postgres'))), database: 'site' };
}

/** Connects to a product's database. The connection ends with the database. */
export async function openDatabase(product: Served): Promise<Sql> {
  const client = new pg.Client(await connectionOf(product));
  client.on('error', () => {}); // the product may end first
  await client.connect();
  return sqlBy(async (text, values) => (await client.query(text, values)).rows as Record<string, unknown>[]);
}

/** CPU seconds of processes and all their descendants so far, including ended ones (Linux). */
export const cpuSeconds = (pids: readonly number[]): number =>
  pids.flatMap(treeOf).reduce((sum, pid) => sum + ticksOf(pid, 4), 0) / 100;

export const ownCpuSeconds = (pid: number) => ticksOf(pid, 2) / 100;

function ticksOf(pid: number, fieldCount: number): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // starts with field 3, the state
  return fields.slice(11, 11 + fieldCount).reduce((sum, each) => sum + Number(each), 0);
}

/** Memory of all descendants of a process in MiB, with shared memory counted once (Linux). NaN without permission. */
export const memoryBelowMiB = (pid: number) =>
  treeOf(pid)
    .slice(1)
    .reduce((sum, each) => sum + sharedMiB(each), 0);

const sharedMiB = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1]) / 1024;

function treeOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

/** Empty for a process that has ended or that we may not inspect. */
function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export interface Round {
  /** Requests with a 2xx or 3xx answer; `failed` counts all others. */
  requests: number;
  failed: number;
  /** Requests per second of CPU time of the server's whole process tree. */
  perCpuSecond: number;
  p50: number;
  p99: number;
}

/** Throws for any address but the loopback, so that a bench never loads another machine. */
export function requireLoopback(url: string): void {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1') throw new Error(`a bench asks this machine only, not ${hostname}`);
}

/**
 * Sends requests over keep-alive connections.
 * @param options autocannon's, with `duration` in seconds or `amount` of requests as the limit
 * @param alsoBusy further servers whose CPU time counts, such as the database
 */
export async function load(
  server: Served,
  path: string,
  options: Partial<Options> = {},
  alsoBusy: readonly Served[] = [],
): Promise<Round> {
  requireLoopback(server.url);
  const pids = [server, ...alsoBusy].map(({ pid }) => pid);
  const before = cpuSeconds(pids);
  const result = await autocannon({
    connections: 32,
    duration: 3,
    ...options,
    url: server.url + path,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...options.headers },
    timeout: 10,
  });
  const { p50, p99 } = result.latency;
  const requests = result['2xx'] + result['3xx'];
  const failed = result['4xx'] + result['5xx'] + result.errors;
  return { requests, failed, perCpuSecond: requests / (cpuSeconds(pids) - before), p50, p99 };
}

/** A foreign cookie that could announce a toast, so that the page cache does not answer. */
export const uncachedHeaders = { cookie: 'a=notice' };

/** Loads the product and a bare server in turn. Gives the medians of both and the median of their ratios by CPU time. */
export async function compare(times: number, ask: () => Promise<Round>, askBare: () => Promise<Round>) {
  const rounds: { ours: Round; bare: Round }[] = [];
  for (let round = 0; round < times; round++) rounds.push({ ours: await ask(), bare: await askBare() });
  return {
    rounds,
    of: (server: 'ours' | 'bare', key: keyof Round) => median(rounds.map((round) => round[server][key])),
    ratio: median(rounds.map(({ ours, bare }) => ours.perCpuSecond / bare.perCpuSecond)),
    failed: rounds.reduce((sum, { ours }) => sum + ours.failed, 0),
  };
}

/** The value below which this share of the values lies. @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

export function printTable(rows: readonly Record<string, string | number>[]): void {
  const show = (value: string | number) => (typeof value === 'number' ? Number(value.toPrecision(3)) : value);
  console.table(rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, show(value)]))));
}

let isGood = true;

/** Prints whether a target was met. A missed target makes the command fail. */
export function checkTarget(text: string, isMet: boolean): void {
  isGood &&= isMet;
  console.log(`  ${isMet ? '✓' : '✗'} ${text}`);
}

export const areTargetsMet = () => isGood;
