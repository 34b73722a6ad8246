import autocannon, { type Options } from 'autocannon';
import { cpuSeconds, type Served } from './processes.ts';

/** What one round of requests has come to. */
export interface Round {
  perSecond: number;
  /** Requests for each second of CPU time of the server's whole process tree. */
  perCpuSecond: number;
  p50: number;
  p99: number;
  requests: number;
  /** Answers other than 2xx, time-outs and broken connections. */
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
 */
export async function load(server: Served, path: string, options: Partial<Options> = {}): Promise<Round> {
  requireLoopback(server.url);
  const connections = Math.min(options.connections ?? 32, MAX_CONNECTIONS);
  const duration = Math.min(Number(options.duration ?? 3), MAX_SECONDS);
  const before = cpuSeconds(server.pid);
  const result = await autocannon({
    ...options,
    url: server.url + path,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...options.headers },
    connections,
    duration,
    timeout: 10,
  });
  const requests = result['2xx'];
  return {
    perSecond: requests / ((result.finish.getTime() - result.start.getTime()) / 1000),
    perCpuSecond: requests / (cpuSeconds(server.pid) - before),
    p50: result.latency.p50,
    p99: result.latency.p99,
    requests,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}
