import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { deafFor } from '#db/changes.ts';
import { knownVersion, onKnownVersion } from '#db/known.ts';
import { env } from '../env.server.ts';
import { paths, publicPages } from '../paths.ts';
import { endOfLocalDay } from '../ui/dates.ts';
import { takesEncoding } from './encodings.ts';
import { securityHeaders } from './security-headers.ts';
import { themeOf } from './theme.ts';

/** The pages that are the same for every visitor with the same theme. */
const cacheable = new Set(publicPages.filter((page) => page !== paths.contactForm));
const TRUST_DEAF_MS = 5000; // without word of changes a page is not believed longer

type Encoding = 'identity' | 'gzip' | 'br';
/** Everything is ready to be sent: names and values of the headers by turns, as `writeHead` takes them. */
interface Page {
  etag: string;
  headers: string[];
  variants: Partial<Record<Encoding, { headers: string[]; body: Buffer }>>;
  /** When it is outdated by itself, in milliseconds since the epoch: the footer shows the year, the sitemap today. */
  until: number;
}
const pages = new Map<string, Page>();
onKnownVersion(() => pages.clear());

export const cacheCounts = { hit: 0, miss: 0 };

/**
 * The key under which this request's answer may be kept: a public page without a query, asked for by someone who is not
 * signed in and has no notice waiting.
 */
export function cacheKeyOf(request: IncomingMessage): string | null {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || !cacheable.has(url)) return null;
  const cookie = headers.cookie ?? '';
  // Whatever may be one: what the cookie parser makes of `session =…` need not be guessed here.
  if (cookie.includes('session') || cookie.includes('notice')) return null;
  return `${url}|${themeOf(cookie)}`;
}

/**
 * Answers from memory, ready compressed, if the page is known. No header may have been set on the response.
 * @returns whether it did
 */
export function answerFromCache(
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): boolean {
  const page = pages.get(key);
  if (!page || Date.now() >= page.until || deafFor() > TRUST_DEAF_MS) {
    cacheCounts.miss++;
    return false;
  }
  cacheCounts.hit++;
  const { headers } = request;
  if (headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, [...page.headers, 'x-request-id', requestId]).end();
    return true;
  }
  const accepted = String(headers['accept-encoding'] ?? '');
  const { variants } = page;
  const variant =
    (variants.br && takesEncoding(accepted, 'br') && variants.br) ||
    (variants.gzip && takesEncoding(accepted, 'gzip') && variants.gzip) ||
    variants.identity!;
  response.writeHead(200, [...variant.headers, 'x-request-id', requestId]);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
  return true;
}

/**
 * Keeps a rendered page, and compresses it in the background.
 * @param version the count of known content before the page read any: what changed since makes the page worthless
 */
export function keepPage(key: string, version: number, html: string, policy: string): void {
  if (version !== knownVersion()) return;
  const identity = Buffer.from(html);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const headers = {
    ...Object.fromEntries(securityHeaders(env().isSecure)),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    ETag: `W/"${etag}"`,
    Vary: 'Accept-Encoding, Cookie',
    'Cache-Control': 'private, no-cache', // kept by the browser, asked about each time
  };
  const page: Page = { etag, headers: Object.entries(headers).flat(), variants: {}, until: endOfLocalDay(Date.now()) };
  addVariant(page, 'identity', identity);
  // Lightly at first, a fraction of a millisecond each; as well as can be a moment later.
  addVariant(page, 'gzip', gzipSync(identity, { level: 2 }));
  addVariant(page, 'br', brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }));
  pages.set(key, page);
  void compress(page, identity);
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
}
