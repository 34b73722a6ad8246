import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv, { type Options } from 'sirv';

const YEAR = 'public, max-age=31536000, immutable';
/** Names that change with their content: the bundler's, and those of the scripts for pictures and fonts. */
const HASHED = /^\/assets\/|-[0-9a-f]{8}(?:-\d+)?\.[a-z0-9]+$/;

/** Serves built and public files (HEAD, ranges, conditional requests, ready compressed variants); the rest goes on. */
export function staticFiles(): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const setHeaders = (response: ServerResponse, path: string) => {
    response.setHeader('Cache-Control', HASHED.test(path) ? YEAR : 'public, max-age=3600');
  };
  const options: Options = { etag: true, brotli: true, gzip: true, setHeaders, dotfiles: false, extensions: [] };
  const built = sirv('build/client', options);
  const fixed = sirv('build/public', options);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    built(request, response, () => fixed(request, response, next));
  };
}
