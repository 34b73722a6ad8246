import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { perApp, type App } from '#db/app.ts';
import { paths } from '../paths.ts';
import type { Metrics } from './area.ts';

const findMetrics = perApp('metrics', () => {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route, method and status class; their count is in _count.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return { registry, requests };
});

export function addMetrics(app: App, metrics: Metrics = {}): void {
  for (const [name, read] of Object.entries(metrics)) {
    const metric: Counter | Gauge = new (name.endsWith('_total') ? Counter : Gauge)({
      name,
      help: 'See docs/operations.md',
      registers: [findMetrics(app).registry],
      async collect() {
        const value = await Promise.try(read, app).catch(() => NaN);
        metric.reset();
        metric.inc(value);
      },
    });
  }
}

export function countRequest(app: App, method: string, path: string, status: number, ms: number): void {
  if (!app.env.METRICS_TOKEN) return; // nobody can ask
  const labels = { route: findRoute(path), method, status: `${Math.floor(status / 100)}xx` };
  findMetrics(app).requests.observe(labels, ms / 1000);
}

/** Answers in Prometheus text if the token is right; 404 without a configured token. */
export const metrics: RequestHandler = (request, response, next) => {
  const { app } = response.locals.context;
  const { METRICS_TOKEN } = app.env;
  if (!METRICS_TOKEN) return void response.writeHead(404).end();
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${METRICS_TOKEN}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
  const { registry } = findMetrics(app);
  registry.metrics().then((body) => {
    response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(body);
  }, next);
};

const sample = (path: unknown) => (typeof path === 'function' ? (path as (part: string) => string)('1') : String(path));
const { admin, ...others } = paths;
const addresses = [others, admin].flatMap<unknown>(Object.values).map((path) => sample(path).replace(/[?#].*/, ''));
const OTHERS = [
  '/healthz',
  '/readyz',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/.well-known',
  '/assets',
  '/pictures',
  '/fonts',
];
const readStart = (path: string) => /^\/(?:admin\/)?[^/]*/.exec(path)?.[0] ?? '';
const known = new Set([...OTHERS, ...addresses].map(readStart));

/** The label of a route. An unknown address must not make a new label. A page and its `.data` have the same one. */
function findRoute(asked: string): string {
  const start = readStart(asked.replace(/\.data$/, ''));
  return known.has(start) ? start : 'other';
}
