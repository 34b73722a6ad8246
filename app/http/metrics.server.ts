import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { env } from '../env.server.ts';
import { paths } from '../paths.ts';

const registry = new Registry();

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by route, method and status class; their count is in _count.',
  labelNames: ['route', 'method', 'status'],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  registers: [registry],
});

/**
 * Adds a figure that is read when it is asked for.
 * @param read gives the value; of one that fails the figure is NaN
 */
export function addGauge(name: string, help: string, read: () => number | Promise<number>): void {
  if (registry.getSingleMetric(name)) return; // Vite loads modules again in dev
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        this.set(await read());
      } catch {
        this.set(NaN);
      }
    },
  });
}

/** Adds a count that only rises, kept elsewhere and read when it is asked for. */
export function addCounter(name: string, help: string, read: () => number): void {
  if (registry.getSingleMetric(name)) return;
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** Counts an answered request. @param ms how long it took */
export function countRequest(method: string, path: string, status: number, ms: number): void {
  if (!env().METRICS_TOKEN) return; // nobody could ask
  requests.observe({ route: routeOf(path), method, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
}

/** Answers `GET /metrics` in Prometheus text to whoever has the token; without one configured there is no such page. */
export const metrics: RequestHandler = (request, response, next) => void answer(request, response).catch(next);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) return void response.writeHead(404).end();
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${METRICS_TOKEN}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
  }
  const body = await registry.metrics();
  response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(body);
}

const anyOf = (path: unknown) => (typeof path === 'function' ? (path as (part: string) => string)('1') : String(path));
const addresses = [...Object.values(paths), ...Object.values(paths.admin)].map((path) =>
  anyOf(path).replace(/[?#].*/, ''),
);
const FOR_MACHINES = ['/healthz', '/readyz', '/sitemap.xml', '/robots.txt', '/site.webmanifest'];
/** The addresses without a variable part. */
const known = new Set([...FOR_MACHINES, ...addresses.filter((path) => !/\/1(\/|$)/.test(path))]);
const FAMILY = /^\/(?:admin\/)?[a-z-]+(?=\/)/;
/** What those with one begin with. */
const families = new Set([
  '/assets',
  '/pictures',
  '/fonts',
  ...addresses.flatMap((path) => FAMILY.exec(path)?.[0] ?? []),
]);

/** A label of few values: what a stranger types must not make a new one. A page and its data are one. */
function routeOf(asked: string): string {
  const path = asked.replace(/\.data$/, '');
  if (known.has(path)) return path;
  const [family = ''] = FAMILY.exec(path) ?? [];
  return families.has(family) ? `${family}/*` : 'other';
}
