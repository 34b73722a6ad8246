import fs from 'node:fs';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv, { type Options } from 'sirv';
import type { Env } from '../../env.server.ts';
import { assetsOfEarlierReleases, type Handler } from '../earlier-assets.server.ts';
import { takesEncoding } from './encodings.ts';

const YEAR = 'public, max-age=31536000, immutable';
/** Names that change with their content: the bundler's, and those of the scripts for pictures and fonts. */
const HASHED = /^\/assets\/|-[0-9a-f]{8}(?:-\d+)?\.[a-z0-9]+$/;

/** Serves built and public files (HEAD, ranges, conditional requests, ready compressed variants); the rest goes on. */
export function staticFiles(env: Env): Handler {
  const setHeaders = (response: ServerResponse, address: string) => {
    response.setHeader('Cache-Control', HASHED.test(address) ? YEAR : 'public, max-age=3600');
    const type = TYPES[path.extname(address)];
    if (type) response.setHeader('Content-Type', type);
  };
  const options: Options = { etag: true, brotli: true, gzip: true, setHeaders, dotfiles: false, extensions: [] };
  const kept = keptFiles(['build/client/assets', 'build/public/fonts']);
  const built = sirv('build/client', options);
  const fixed = sirv('build/public', options);
  const earlier = assetsOfEarlierReleases(env, options);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { range } = request.headers;
    if (range !== undefined && !isForwards(range)) delete request.headers.range;
    // sirv leaves a file open whose reader has gone, and knows nothing of one that is gone itself
    response.once('pipe', (file: fs.ReadStream) => {
      response.once('close', () => file.destroy());
      file.once('error', () => response.destroy());
    });
    const notAFile = () => {
      if (range !== undefined) request.headers.range = range;
      next();
    };
    const notBuilt = () => fixed(request, response, () => earlier(request, response, notAFile));
    kept(request, response, () => built(request, response, notBuilt));
  };
}

/**
 * Whether sirv can be given this range: one that ends before it begins makes it throw, others it misreads. Such a header
 * may be ignored (RFC 9110, 14.2).
 */
function isForwards(range: string): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  return first !== undefined && (!last || Number(first) <= Number(last));
}

/** What sirv's list of types has without a character set, or lacks. */
const TYPES: Record<string, string> = {
  '.js': 'text/javascript;charset=utf-8',
  '.css': 'text/css;charset=utf-8',
  '.svg': 'image/svg+xml;charset=utf-8',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};
const VARIANTS = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;

/**
 * Whole scripts, styles and fonts, which every first visit asks for many of, from memory after the first time. sirv opens
 * and reads the file for each answer: 2 to 3 times as many a second of CPU come from here (`npm run bench -- static`).
 * Without it everything works the same, by `built` and `fixed` above.
 */
function keptFiles(folders: string[]): Handler {
  const files = new Map<string, string>(
    folders.flatMap((folder) =>
      fs.readdirSync(folder).map((name) => [`/${path.basename(folder)}/${name}`, path.join(folder, name)] as const),
    ),
  );
  const kept = new Map<string, { headers: OutgoingHttpHeaders; body: Buffer }>();

  function keep(address: string, type: string, suffix: string, encoding?: string) {
    const body = fs.readFileSync(files.get(address + suffix)!);
    const headers: OutgoingHttpHeaders = {
      'Content-Type': type,
      'Content-Length': body.length,
      'Cache-Control': YEAR,
      ETag: `"${path.basename(address)}${suffix}"`,
      Vary: 'Accept-Encoding',
      'Accept-Ranges': 'bytes',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    };
    const file = { headers, body };
    kept.set(address + suffix, file);
    return file;
  }

  return ({ method, url = '', headers }, response, next) => {
    const type = TYPES[path.extname(url)];
    if (!type || !files.has(url) || headers.range) return next();
    const accepted = String(headers['accept-encoding'] ?? '');
    const [suffix, encoding] = VARIANTS.find(
      ([suffix, encoding]) => files.has(url + suffix) && takesEncoding(accepted, encoding),
    ) ?? [''];
    const file = kept.get(url + suffix) ?? keep(url, type, suffix, encoding);
    if (headers['if-none-match'] === file.headers.ETag) {
      const { ETag, Vary } = file.headers;
      response.writeHead(304, { ETag, Vary, 'Cache-Control': YEAR }).end();
    } else response.writeHead(200, file.headers).end(method === 'HEAD' ? undefined : file.body);
  };
}
