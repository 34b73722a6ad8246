import type { ReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import sirv, { type Options } from 'sirv';
import type { Env } from '../../env.server.ts';
import { serveEarlierAssets, type Handler } from '../earlier-assets.server.ts';
import { findEncoding } from './file-headers.ts';

/** Names that contain a hash of the content. */
const HASHED = /^\/assets\/|-[0-9a-f]{8}(?:-\d+)?\.[a-z0-9]+$/;

export function staticFiles(env: Env): Handler {
  const setHeaders = (response: ServerResponse, address: string) => {
    response.setHeader('Cache-Control', `public, max-age=${HASHED.test(address) ? '31536000, immutable' : '3600'}`);
    const type = TYPES[path.extname(address)];
    if (type) response.setHeader('Content-Type', type);
  };
  const options: Options = { etag: true, brotli: true, gzip: true, setHeaders, dotfiles: false, extensions: [] };
  const built = sirv('build/client', options);
  const fixed = sirv('build/public', options);
  const earlier = serveEarlierAssets(env, options);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { headers } = request;
    const { range, 'accept-encoding': accepted = '' } = headers;
    if (range !== undefined && (headers['if-range'] !== undefined || !isForwards(range))) delete headers.range;
    // sirv takes `br;q=0` for br.
    headers['accept-encoding'] = findEncoding(accepted);
    // sirv does not close a file whose reader has gone, and does not handle one that has vanished
    response.once('pipe', (file: ReadStream) => {
      response.once('close', () => file.destroy());
      file.once('error', () => response.destroy());
    });
    const notAFile = () => {
      if (range !== undefined) headers.range = range;
      headers['accept-encoding'] = accepted;
      next();
    };
    built(request, response, () => fixed(request, response, () => earlier(request, response, notAFile)));
  };
}

// sirv throws on a range that ends before it begins, misreads others, and knows no If-Range. RFC 9110 allows to ignore ranges.
function isForwards(range: string): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  return first !== undefined && (!last || (last !== '0' && Number(first) <= Number(last)));
}

/** Types that sirv does not know, or without a character set. */
const TYPES: Record<string, string> = {
  '.js': 'text/javascript;charset=utf-8',
  '.css': 'text/css;charset=utf-8',
  '.svg': 'image/svg+xml;charset=utf-8',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};
