import type { IncomingMessage } from 'node:http';
import { createReadableStreamFromReadable } from '@remix-run/node';

/**
 * A request as Remix takes it. It has no signal that tells when the client has gone: Remix would then answer before its
 * loaders have ended, and what they open would reach nobody who closes it. `context.hasLeft` tells.
 * @param appUrl the site's public origin, whatever the request calls it
 * @param read the body, if it was read before
 */
export function toWebRequest(request: IncomingMessage, appUrl: string, read?: Buffer<ArrayBuffer>): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  // Remix compares Origin with these two, which a proxy sets as it likes. The front guard has judged the origin.
  headers.delete('x-forwarded-host');
  const origin = URL.parse(headers.get('origin') ?? '');
  if (origin) headers.set('host', origin.host);
  else headers.delete('origin'); // `null`, of a proxy that sends no referrer: Remix takes it for an address
  const { method = 'GET', url = '/' } = request;
  const body =
    method === 'GET' || method === 'HEAD'
      ? {}
      : { body: read ?? createReadableStreamFromReadable(request), duplex: 'half' as const };
  return new Request(appUrl + url, { method, headers, ...body });
}
