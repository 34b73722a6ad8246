import autocannon, { type Options } from 'autocannon';
import { cpuSeconds, type Served } from './processes.ts';

/** What one round of requests has come to. */
export interface Round {
  perSecond: number;
  /** Requests for each second of CPU time of the server's whole process tree. */
  perCpuSecond: number;
  p50: number;
  p99: number;
  /** Requests that were answered by 2xx or 3xx. */
  requests: number;
  /** Other answers, time-outs and broken connections. */
  failed: number;
}

const MAX_SECONDS = 30;
const MAX_CONNECTIONS = 256;

/** Throws for any address but the loopback: benches never load anybody else's machine. */
export function requireLoopback(url: string): void {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1') throw new Error(`a bench asks this machine only, not ${hostname}`);
}

/**
 * Sends requests over keep-alive connections for some seconds.
 * @param options autocannon's; `duration` in seconds or `amount` of requests bound it
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
    ...options,
    url: server.url + path,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...options.headers },
    connections: Math.min(options.connections ?? 32, MAX_CONNECTIONS),
    duration: Math.min(Number(options.duration ?? 3), MAX_SECONDS),
    timeout: 10,
  });
  const answered = Object.entries(result.statusCodeStats ?? {});
  const requests = answered.reduce((sum, [status, { count = 0 }]) => sum + (/^[23]/.test(status) ? count : 0), 0);
  const all = answered.reduce((sum, [, { count = 0 }]) => sum + count, 0);
  return {
    perSecond: requests / ((result.finish.getTime() - result.start.getTime()) / 1000),
    perCpuSecond: requests / (cpuSeconds(pids) - before),
    p50: result.latency.p50,
    p99: result.latency.p99,
    requests,
    failed: all - requests + result.errors + result.timeouts,
  };
}
