import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { deafFor } from '#db/changes.ts';
import { knownVersion, onKnownVersion } from '#db/known.ts';
import { paths } from '../paths.ts';
import { themeOf } from './theme.ts';

/** The pages that are the same for every visitor with the same theme. */
const cacheable = new Set<string>([
  paths.home,
  paths.about,
  paths.services,
  paths.liftPlanning,
  paths.contact,
  paths.portfolio,
  paths.sitemap,
  paths.privacyTerms,
]);
const KEEP_MS = 60_000; // the sitemap shows today's date
const TRUST_DEAF_MS = 5000; // without word of changes a page is not believed longer

interface Page {
  etag: string;
  bodies: { identity: Buffer; gzip?: Buffer; br?: Buffer };
  headers: [name: string, value: string][];
  renderedAt: number;
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
  if (cookie && /(?:^|;\s*)(?:__Host-)?(?:session|notice)=/.test(cookie)) return null;
  return `${url}|${themeOf(cookie)}`;
}

/**
 * Answers from memory, ready compressed, if the page is known.
 * @returns whether it did
 */
export function answerFromCache(key: string, request: IncomingMessage, response: ServerResponse): boolean {
  const page = pages.get(key);
  if (!page || Date.now() - page.renderedAt > KEEP_MS || deafFor() > TRUST_DEAF_MS) {
    cacheCounts.miss++;
    return false;
  }
  cacheCounts.hit++;
  for (const [name, value] of page.headers) response.setHeader(name, value);
  if (request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304).end();
    return true;
  }
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding =
    page.bodies.br && /\bbr\b/.test(accepted)
      ? 'br'
      : page.bodies.gzip && /\bgzip\b/.test(accepted)
        ? 'gzip'
        : 'identity';
  const body = page.bodies[encoding]!;
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
  return true;
}

/**
 * Keeps a rendered page, and compresses it in the background.
 * @param version the count of known content when rendering began: what changed since makes the page worthless
 */
export function keepPage(key: string, version: number, html: string, policy: string): Page | null {
  if (version !== knownVersion()) return null;
  const identity = Buffer.from(html);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const page: Page = {
    etag,
    bodies: { identity },
    renderedAt: Date.now(),
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', policy],
      ['ETag', `W/"${etag}"`],
      ['Vary', 'Accept-Encoding, Cookie'],
      ['Cache-Control', 'private, no-cache'], // kept by the browser, asked about each time
    ],
  };
  pages.set(key, page);
  void compress(page);
  return page;
}

async function compress({ bodies }: Page): Promise<void> {
  bodies.gzip = await promisify(gzip)(bodies.identity, { level: 9 });
  bodies.br = await promisify(brotliCompress)(bodies.identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bodies.identity.length },
  });
}
