import type { IncomingMessage } from 'node:http';
import { createReadableStreamFromReadable } from '@remix-run/node';

/**
 * Makes a request without a signal: when the client goes, Remix would answer before its loaders end, and nobody would
 * close what they opened. Code asks `context.isClientGone` instead.
 * @param appUrl the site's public origin, whatever Host the request has
 */
export function toWebRequest(request: IncomingMessage, appUrl: string, read?: Buffer<ArrayBuffer>): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  // Remix compares Origin with these two headers, which proxies may change. The front guard has checked the origin.
  headers.delete('x-forwarded-host');
  const origin = URL.parse(headers.get('origin') ?? '');
  if (origin) headers.set('host', origin.host);
  else headers.delete('origin'); // `null`, if a proxy sends no referrer: Remix would parse it as an address
  const { method = 'GET', url = '/' } = request;
  const body =
    method === 'GET' || method === 'HEAD'
      ? {}
      : { body: read ?? createReadableStreamFromReadable(request), duplex: 'half' as const };
  return new Request(appUrl + url, { method, headers, ...body });
}
