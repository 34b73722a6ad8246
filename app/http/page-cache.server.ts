import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { AppLoadContext } from '@remix-run/node';
import { perApp, type App } from '#db/app.ts';
import { listenerDownFor } from '#db/changes.ts';
import { snapshotVersion, onSnapshotVersion } from '#db/cached-snapshot.ts';
import { databaseNow } from '#db/database-clock.ts';
import { isProjectPage, paths, publicPages, publicQueries } from '../paths.ts';
import { endOfLocalDay } from '../time/dates.ts';
import { logRequest } from './access-log.server.ts';
import { findEncoding } from './files/file-headers.ts';
import { securityHeaders } from './security-headers.ts';
import { readTheme, type Theme } from './theme.ts';

export const PAGES_TO_FETCH = { 'Speculation-Rules': `"${paths.speculationRules}"` };
const STALE_PAGE_MS = 5000; // the longest that pages are served after the listener for changes is lost

type Encoding = 'identity' | 'gzip' | 'br';
/** `headers` are names and values in turn, for `writeHead`. */
interface Page {
  status: number;
  etag: string;
  headers: string[];
  variants: Partial<Record<Encoding, { headers: string[]; body: Buffer }>>;
  /** The end of its day, in milliseconds since the epoch: footer and sitemap show the date. */
  until: number;
  /** When it changes by itself, by the database's clock. */
  changesAt: number;
  compressed: Promise<void>;
  isReady: boolean;
}

export const findPageCache = perApp('page cache', (app) => {
  const pages = new Map<string, Page>();
  /** The last version of each page of a day, even if outdated: an unchanged one need not be compressed again. */
  const lastPages = new Map<string, Page>();
  onSnapshotVersion(app, () => {
    pages.clear();
    for (const [key, { until }] of lastPages) if (until !== endOfLocalDay(app.clock.now())) lastPages.delete(key);
  });
  return { pages, lastPages, hits: 0, misses: 0 };
});

/** Most requests end here, before any other work. */
export function answerFromCache(app: App, request: IncomingMessage, response: ServerResponse): boolean {
  const started = performance.now();
  const key = findCacheKey(app, request);
  if (!key || hasBody(request)) return false;
  const page = listenerDownFor(app) > STALE_PAGE_MS ? undefined : cachedPage(app, key);
  findPageCache(app)[page ? 'hits' : 'misses']++;
  if (!page) return false;
  const requestId = randomUUID();
  const variant = page.variants[findEncoding(request.headers['accept-encoding']) ?? 'identity']!;
  const isKnown = page.status === 200 && request.headers['if-none-match']?.includes(page.etag);
  const { headers } = isKnown ? page : variant;
  response.writeHead(isKnown ? 304 : page.status, [...headers, 'x-request-id', requestId]);
  response.end(isKnown || request.method === 'HEAD' ? undefined : variant.body);
  logRequest(app, request, response, requestId, started);
  return true;
}

export function cachedPage(app: App, key: string): Page | undefined {
  const page = findPageCache(app).pages.get(key);
  return page?.until === endOfLocalDay(app.clock.now()) && databaseNow(app) < page.changesAt ? page : undefined;
}

export const readyPages = (app: App) => [...findPageCache(app).pages.values()].filter(({ isReady }) => isReady).length;

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

export const startPage = (app: App) => ({
  snapshotVersion: snapshotVersion(app),
  dayEnds: endOfLocalDay(app.clock.now()),
});

/** Keeps a page until the end of its day, unless content has changed. @param started the context of its request */
export function storePage(
  app: App,
  key: string,
  started: Pick<AppLoadContext, 'snapshotVersion' | 'dayEnds' | 'changesAt'>,
  { html, policy, status }: { html: string; policy: string; status: number },
): void {
  if (started.snapshotVersion !== snapshotVersion(app)) return;
  const until = started.dayEnds!;
  const changesAt = started.changesAt ?? Infinity;
  const { pages, lastPages } = findPageCache(app);
  const identity = Buffer.from(html);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const last = lastPages.get(key);
  if (last?.etag === etag) return void pages.set(key, Object.assign(last, { until, changesAt }));
  const headers = {
    ...Object.fromEntries(securityHeaders(app.env.isSecure)),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    ETag: `W/"${etag}"`,
    Vary: 'Accept-Encoding, Cookie',
    'Cache-Control': 'private, no-cache', // browsers keep it, and revalidate each time
    ...PAGES_TO_FETCH,
  };
  const page: Page = {
    status,
    etag,
    headers: Object.entries(headers).flat(),
    variants: {},
    until,
    changesAt,
    compressed: Promise.resolve(),
    isReady: false,
  };
  addVariant(page, 'identity', identity);
  // Compresses lightly at first, in a fraction of a millisecond, and fully a moment later.
  addVariant(page, 'gzip', gzipSync(identity, { level: 2 }));
  addVariant(page, 'br', brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }));
  pages.set(key, page);
  lastPages.set(key, page);
  page.compressed = compress(page, identity).catch(() => {}); // the light variants stay
}

function addVariant({ headers, variants }: Page, encoding: Encoding, body: Buffer): void {
  const own = ['Content-Length', String(body.length)];
  if (encoding !== 'identity') own.push('Content-Encoding', encoding);
  variants[encoding] = { headers: [...headers, ...own], body };
}

async function compress(page: Page, identity: Buffer): Promise<void> {
  addVariant(page, 'gzip', await promisify(gzip)(identity, { level: 9 }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    [constants.BROTLI_PARAM_LGWIN]: 18, // 256 KiB, more than a page; the usual 4 MiB cost tens of MiB of memory
  };
  addVariant(page, 'br', await promisify(brotliCompress)(identity, { params }));
  page.isReady = true;
}

/** Pages that are the same for every visitor with the same theme. */
const cacheable = new Set(publicPages.filter((page) => page !== paths.contactForm));
const isCacheable = (path: string) => cacheable.has(path) || isProjectPage(path) || path === paths.gone;

/** The themes that were asked for since the start. */
const findThemes = perApp('themes', () => new Set<Theme>(['light']));

export const pageKeys = (app: App): string[] =>
  [...findThemes(app)].flatMap((theme) => [...cacheable].map((path) => `${path}|${theme}`));

/**
 * The key of a public page without a query that it reads, for a visitor who is not signed in and has no toast. Remix
 * then renders the page without the query (`render/remix.server.ts`). Null for anything else.
 */
export function findCacheKey(app: App, request: IncomingMessage): string | null {
  const { method, url = '', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return null;
  const path = cacheable.has(url) ? url : withoutUnknownQuery(url);
  if (!isCacheable(path)) return null;
  const cookie = headers.cookie ?? '';
  // Matches anything that may be the cookie of a session or a toast, however it is spelled.
  if (cookie.includes('session') || cookie.includes('notice')) return null;
  const theme = readTheme(cookie);
  findThemes(app).add(theme);
  return `${path}|${theme}`;
}

/** Drops a query that the page does not read, as campaigns add them. */
function withoutUnknownQuery(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const path = url.slice(0, at);
  const known = publicQueries[path];
  if (!known) return path;
  const query = new URLSearchParams(url.slice(at + 1));
  return known.some((name) => query.has(name)) ? url : path;
}
