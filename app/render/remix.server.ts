import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createReadableStreamFromReadable, createRequestHandler } from '@remix-run/node';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import type { App } from '#db/app.ts';
import { finishHeaders, markPrivate } from '../http/context.server.ts';
import { isForStaff, withoutStaff, withUnavailable, withWholeManifest } from './build-routes.server.ts';
import { FORM_BYTES, isMultipart, readBody } from '../http/front-guard.server.ts';
import { startPage } from '../http/page-cache.server.ts';
import { limitConcurrency } from '../http/memory/concurrency-limit.ts';
import { semaphore } from '../http/memory/semaphore.ts';
import { refuseWith } from '../http/refusals/refusal.ts';
import { THEME_KEY } from '../http/theme.ts';

const IN_STORE = /^\/(?:documents|photos)\/|^\/admin\/messages\/\d+\/files\//;

/** Every staff page is private to one person. */
const ADMIN = /^\/admin(?:[/.]|$)/i;
const isInStaffArea = ({ url = '' }: IncomingMessage) => ADMIN.test(decodeURIComponent(url.split('?', 1)[0]!));

const tooManyFiles = {
  status: 429,
  headers: { 'Retry-After': '60' },
  title: 'Too many downloads at once',
  text: 'Your network is downloading many documents already. Please try again in a minute.',
};
const tooManyUploads = {
  status: 429,
  headers: { 'Retry-After': '60' },
  title: 'Too many uploads at once',
  text: 'Many files are on their way to us at the moment. Nothing was sent: go back in your browser and try again in a minute.',
};

const uploads = { perKey: 4, inAll: 48 };
const makeLimits = () => ({
  requests: semaphore({ perKey: 16, inAll: 128 }),
  /** For the file store, which may be slow, so that no other request waits for it. */
  fetches: semaphore({ perKey: 16, inAll: 64 }),
  /** The kernel buffers up to 2 MiB of each download that its client does not read. */
  downloads: limitConcurrency({ perKey: 32 }),
  uploads: limitConcurrency(uploads),
  staffUploads: limitConcurrency(uploads),
});

/** @param loaded the routes, or in development a function that loads them again */
export function remix(app: App, loaded: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  const build = typeof loaded === 'function' ? async () => withUnavailable(await loaded()) : withUnavailable(loaded);
  const limits = makeLimits();
  const all = makeAnswer(app, build, limits);
  const isInDev = typeof build === 'function';
  const staff = isInDev ? all : makeAnswer(app, withWholeManifest(build), limits);
  const site = isInDev ? all : makeAnswer(app, withoutStaff(build), limits);
  return (request, response, next) => {
    const { context } = response.locals;
    if (context.cacheKey) request.url = request.path; // the cached page is the same for every query
    if (isInStaffArea(request)) markPrivate(context);
    const answer = request.path === '/__manifest' ? all : isForStaff(request) ? staff : site;
    answer(request, response, context).catch(next);
  };
}

/** @returns a function that renders the page of a cache key into the cache */
export function makeRenderer(app: App, build: ServerBuild): (key: string) => Promise<void> {
  const { appUrl } = app.env;
  const handle = createRequestHandler(build);
  return async (key) => {
    const [path, theme] = key.split('|');
    const request = new Request(appUrl + path!, { headers: { Cookie: `${THEME_KEY}=${theme!}` } });
    const answer = await handle(request, { app, cacheKey: key, ...startPage(app), requestId: 'ahead' });
    await answer.body?.cancel();
  };
}

/**
 * Reads a form before the request takes a slot, since its sender may be slow. Longer forms with files are read by the
 * action, which knows who may send them.
 * @returns false if the sender has gone, was too slow or sent too much; it has been answered then
 */
async function hasForm(request: IncomingMessage, response: ServerResponse, context: AppLoadContext): Promise<boolean> {
  const { bodyLimit } = context;
  const isLong = !(Number(request.headers['content-length']) <= FORM_BYTES);
  const mayHaveFiles = isMultipart(request) && (bodyLimit?.bytes ?? 0) > FORM_BYTES;
  if (context.body || (isLong && mayHaveFiles)) return true;
  const body = await readBody(request.iterator({ destroyOnReturn: false })).catch(() => undefined);
  if (body) context.body = body;
  else if (body === null) refuseWith(request, response, { status: 413, ...bodyLimit?.words });
  return context.body !== undefined;
}

function makeAnswer(
  { env: { NODE_ENV, appUrl } }: App,
  build: ServerBuild | (() => Promise<ServerBuild>),
  limits: ReturnType<typeof makeLimits>,
): (request: IncomingMessage, response: ServerResponse, context: AppLoadContext) => Promise<void> {
  const handle = createRequestHandler(build, NODE_ENV === 'test' ? 'production' : NODE_ENV);
  return async (request, response, context) => {
    context.isData = request.url!.split('?', 1)[0]!.endsWith('.data');
    // A broken body is known before the response is closed.
    context.isClientGone = () => response.closed || (request.destroyed && !request.complete);
    if (request.method === 'POST' && !(await hasForm(request, response, context))) return;
    const waitForSlot = IN_STORE.test(request.url!) ? limits.fetches : limits.requests;
    const client = context.clientAddress ?? '';
    let release: (() => void) | null = await waitForSlot(client);
    const releaseSlot = () => {
      release?.();
      release = null;
    };
    context.releaseSlot = releaseSlot;
    context.beginUpload = (ms) => {
      if (context.body) return;
      releaseSlot(); // the sender may be slow
      const takeUpload = isInStaffArea(request) ? limits.staffUploads : limits.uploads;
      if (!takeUpload(client, response)) {
        refuseWith(request, response, tooManyUploads);
        throw new Response(null, { status: 429 });
      }
      context.extendBodyTimeout?.(ms);
    };
    const afterwards: (() => Promise<void>)[] = [];
    context.afterRequest = (work) => void afterwards.push(work);
    let answer: Response;
    try {
      if (response.closed) return;
      answer = await handle(toWebRequest(request, appUrl, context.body), context);
    } finally {
      releaseSlot();
      await Promise.all(afterwards.map((work) => work()));
    }
    // An address without a page, such as that of a file: Remix would show JSON.
    if (answer.headers.has('x-remix-error') && !context.isData) {
      finishHeaders(context, response);
      return refuseWith(request, response, { status: answer.status });
    }
    const isFile = answer.body && answer.headers.has('content-disposition');
    const isRefused = isFile && !limits.downloads(client, response);
    if (response.headersSent || response.closed || isRefused) {
      await answer.body?.cancel();
      return isRefused ? refuseWith(request, response, tooManyFiles) : undefined; // otherwise it has gone or was answered
    }
    for (const [name, value] of answer.headers)
      if (name === 'set-cookie') response.appendHeader(name, value);
      else response.setHeader(name, value);
    finishHeaders(context, response);
    if (answer.statusText) response.statusMessage = answer.statusText;
    response.writeHead(answer.status);
    if (!answer.body) return void response.end();
    // Every answer but a file is in memory already.
    if (!isFile && !IN_STORE.test(request.url!)) return void response.end(Buffer.from(await answer.arrayBuffer()));
    // Remix's own adapter writes as fast as the loader yields, and fills the memory for a slow reader. Here the client
    // sets the pace, and the source is closed when the client goes.
    try {
      await pipeline(Readable.fromWeb(answer.body as WebStream), response);
    } catch {
      response.destroy(); // the client has gone, or must see that the answer is incomplete; the source has logged why
    }
  };
}

/**
 * Makes a request without a signal: when the client goes, Remix would answer before its loaders end, and nobody would
 * close what they opened. Code asks `context.isClientGone` instead.
 * @param appUrl the site's public origin, whatever Host the request has
 */
function toWebRequest(request: IncomingMessage, appUrl: string, read?: Buffer<ArrayBuffer>): Request {
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
