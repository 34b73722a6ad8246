import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type AppLoadContext,
  type ServerBuild,
} from '@remix-run/node';

/**
 * Answers requests by Remix. Its own adapter writes an answer as fast as the loader gives it: to a slow reader that means
 * all of it in memory. Here the client sets the pace, and its going ends whatever the answer is read from.
 * @param build the application, or how to load it anew for each request
 * @param appUrl the site's public origin, whatever the request calls it
 */
export function remixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
  appUrl: string,
): (request: IncomingMessage, response: ServerResponse, context: AppLoadContext) => Promise<void> {
  const handle = createRequestHandler(build, mode);
  return async (request, response, context) => {
    let page: Uint8Array | undefined;
    context.takePage = (whole) => void (page = whole);
    const answer = await handle(toWebRequest(request, response, appUrl, context.body), context);
    if (response.headersSent) return; // it was too late
    for (const [name, value] of answer.headers) response.appendHeader(name, value);
    if (answer.statusText) response.statusMessage = answer.statusText;
    response.writeHead(answer.status);
    if (page) return void response.end(page);
    if (!answer.body) return void response.end();
    try {
      await pipeline(Readable.fromWeb(answer.body as WebStream), response);
    } catch {
      response.destroy(); // the client has gone, or is to see that the answer broke off; whoever made it has told the log
    }
  };
}

function toWebRequest(
  request: IncomingMessage,
  response: ServerResponse,
  appUrl: string,
  read?: Buffer<ArrayBuffer>,
): Request {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished || !request.complete) controller.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  // Remix compares Origin with these two, which a proxy sets as it likes. The front guard has judged the origin.
  headers.delete('x-forwarded-host');
  const origin = URL.parse(headers.get('origin') ?? '');
  if (origin) headers.set('host', origin.host);
  const { method = 'GET', url = '/' } = request;
  const body =
    method === 'GET' || method === 'HEAD'
      ? {}
      : { body: read ?? createReadableStreamFromReadable(request), duplex: 'half' as const };
  return new Request(appUrl + url, { method, headers, signal: controller.signal, ...body });
}
