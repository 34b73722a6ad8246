import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '#db/app.ts';
import { logRequest } from '../../http/access-log.server.ts';
import { securityHeaders } from '../../http/security-headers.ts';
import { paths } from '../../paths.ts';
import { findRedirect } from './redirects.server.ts';

/** Before any other work. Rewrites what is gone to the page that says so. @returns whether it was answered */
export function answerRedirect(app: App, request: IncomingMessage, response: ServerResponse): boolean {
  const started = performance.now();
  const { method, url = '' } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.includes('?preview=projects.')) return false;
  const [path = ''] = url.split('?', 1);
  const to = findRedirect(app, path);
  if (to === undefined) return false;
  if (to === null) {
    Object.assign(request, { originalUrl: url, url: paths.gone });
    return false;
  }
  const requestId = randomUUID();
  const headers = [...securityHeaders(app.env.isSecure), ['Location', encodeURI(to) + url.slice(path.length)]];
  // Revalidated each time: staff may change it.
  headers.push(['Cache-Control', 'no-cache'], ['Content-Length', '0'], ['x-request-id', requestId]);
  response.writeHead(301, headers.flat()).end();
  logRequest(app, request, response, requestId, started);
  return true;
}
