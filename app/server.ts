import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import express, { type Request, type Response } from 'express';
import { tooLarge, UPLOAD_BYTES, UPLOAD_MS } from './documents/upload-check.ts';
import { env, EnvironmentError } from './env.server.ts';
import { addressOf, refuse } from './http/front-guard.ts';
import { checkPort, listen } from './http/listen.ts';
import { describeError, log } from './http/log.server.ts';
import { answerGarbage, refuseWith, type Refusal } from './http/refusal.ts';
import { remixHandler } from './http/remix-handler.ts';
import { securityHeaders } from './http/security-headers.ts';
import { isForStaff, withoutStaff } from './http/staff-routes.ts';
import { staticFiles } from './http/static-files.server.ts';
import { tidyMemoryAfterRushes } from './http/tidy-memory.ts';
import { limitBodyTime } from './http/time-limit.ts';
import { paths } from './paths.ts';

// The HTTP shell. It runs outside the Remix bundle, so everything with a state is taken from the bundle's entry.
type Build = ServerBuild & { entry: { module: typeof import('./entry.server.tsx') } };

const STOP_MS = 4500; // SIGTERM to exit stays under 5 s
const isUpload = (path: string) => path === paths.admin.newDocument || path === `${paths.admin.newDocument}.data`;
const tooLargeEnquiry = {
  title: 'Your message is too long',
  text: 'It was not sent. Go back in your browser, where your text still stands, shorten it and send it again, or call us.',
  way: { href: paths.contactForm, label: 'To an empty form' },
};
const tooLargeUpload = {
  title: tooLarge.title,
  text: `${tooLarge.description}.`,
  way: { href: paths.admin.newDocument, label: 'Back to the form' },
};

(globalThis as { __httpShell?: boolean }).__httpShell = true;
process.on('unhandledRejection', (error) => log.error({ type: (error as Error)?.name }, 'unhandled rejection'));

try {
  await serve();
} catch (error) {
  const isPlain = error instanceof EnvironmentError || process.env.LOG_LEVEL !== 'debug';
  console.error(isPlain && error instanceof Error ? error.message : error);
  process.exit(1);
}

async function serve(): Promise<void> {
  const { PORT, HOST, appUrl, isSecure, TRUST_PROXY, NODE_ENV } = env();
  const isDev = NODE_ENV === 'development';
  const vite = isDev
    ? await (await import('vite')).createServer({ server: { middlewareMode: true }, appType: 'custom' })
    : null;
  const load = (): Promise<Build> =>
    (vite
      ? vite.ssrLoadModule('virtual:remix/server-build')
      : import('../build/server/index.js' as string)) as Promise<Build>;
  const { entry } = await load();
  let stopping = false;
  const fixedHeaders = securityHeaders(isSecure);
  const contexts = new WeakMap<object, AppLoadContext>();
  const giveTimes = new WeakMap<object, (ms: number) => void>();
  const countForTidying = tidyMemoryAfterRushes();
  const files = vite ? null : staticFiles();
  const app = express().disable('x-powered-by').disable('etag');
  if (vite) app.use(vite.middlewares);
  const build = vite ? (load as () => Promise<ServerBuild>) : await load();
  const handlerOf = (routes: typeof build) =>
    remixHandler(routes, NODE_ENV === 'test' ? 'production' : NODE_ENV, appUrl);
  const staff = handlerOf(build);
  const site = typeof build === 'function' ? staff : handlerOf(withoutStaff(build));
  app.all('*', (request, response) => {
    const requestId = response.getHeader('x-request-id') as string;
    const context: AppLoadContext = {
      clientAddress: addressOf(request, TRUST_PROXY),
      requestId,
      giveTime: giveTimes.get(request),
      cacheKey: entry.module.cacheKeyOf(request) ?? undefined,
      knownVersion: entry.module.knownVersion(),
    };
    contexts.set(response, context);
    answerByRoute(request, response, context).catch((error: unknown) => {
      log.error({ requestId, err: describeError(error) }, 'request could not be answered');
      refuseWith(request, response, { status: 500 });
    });
  });
  async function answerByRoute(request: Request, response: Response, context: AppLoadContext): Promise<void> {
    const isEnquiry = request.method === 'POST' && request.path === paths.contactForm;
    if (isEnquiry && (await entry.module.receiveEnquiry(request, response, context))) return;
    await (isForStaff(request) ? staff : site)(request, response, context);
  }

  const server = http.createServer(
    {
      headersTimeout: 5000,
      requestTimeout: UPLOAD_MS + 60_000, // for all; most have a minute, which `limitBodyTime` sees to
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false, // the front guard does, and answers with our headers
    },
    (request, response) => answer(request, response),
  );
  server.on('checkExpectation', (request, response) =>
    answer(request, response, { status: 417, headers: { Connection: 'close' } }),
  );
  server.on('clientError', answerGarbage(fixedHeaders));
  // The commoner mistake, found before the database is touched.
  await checkPort(PORT, HOST).catch(async (error: unknown) => {
    await (await import('#db/connection.ts')).refuseUsedDataDir(env());
    throw error;
  });
  const application = await entry.module.startApplication();
  await listen(server, PORT, HOST);
  announce(application);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());

  function answer(request: IncomingMessage, response: ServerResponse, unheard?: Refusal): void {
    const started = performance.now();
    countForTidying();
    const requestId = randomUUID();
    const logged = () => {
      const { method = '', url = '' } = request;
      const path = url.split('?', 1)[0]!;
      const ms = performance.now() - started;
      log.info({ requestId, method, path, status: response.statusCode, ms: Math.round(ms) }, 'request');
      if (path !== '/events' && path !== '/admin/events')
        entry.module.countRequest(method, path, response.statusCode, ms);
    };
    const giveTime = limitBodyTime(request, response, () => refuseWith(request, response, { status: 408 }));
    if (giveTime) giveTimes.set(request, giveTime);
    const refused = unheard ?? refuse(request, appUrl, (path) => (isUpload(path) ? UPLOAD_BYTES : null));
    // Most requests end here, so it comes before all that other answers need.
    const cacheKey = refused || stopping || vite ? null : entry.module.cacheKeyOf(request);
    if (cacheKey && entry.module.answerFromCache(cacheKey, request, response, requestId)) return logged();

    response.once('close', logged);
    response.setHeader('x-request-id', requestId);
    beforeHeaders(response, () => {
      for (const [name, value] of fixedHeaders) if (!response.hasHeader(name)) response.setHeader(name, value);
      const context = contexts.get(response);
      if (!context) return;
      const { cookies, isPrivate } = entry.module.answerHeaders(context);
      for (const line of cookies) response.appendHeader('Set-Cookie', line);
      if (isPrivate) response.setHeader('Cache-Control', 'no-store');
      else if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
    });
    if (stopping) response.setHeader('Connection', 'close');
    const path = request.url!.split('?', 1)[0]!;
    if (refused) {
      const words = isUpload(path) ? tooLargeUpload : path === paths.contactForm ? tooLargeEnquiry : {};
      return refuseWith(request, response, { ...refused, ...(refused.status === 413 ? words : {}) });
    }
    if (path === '/healthz') return plain(response, 200, 'ok');
    if (path === '/readyz') {
      return void entry.module
        .isDatabaseReady()
        .then((ok) => plain(response, ok ? 200 : 503, ok ? 'ready' : 'database does not answer'));
    }
    if (path === '/metrics') return void entry.module.answerMetrics(request, response);
    if (path === '/admin/events' && request.method !== 'POST')
      return void entry.module.openInboxStream(request, response);
    if (path === '/events') return entry.module.openEventStream(request, response, addressOf(request, TRUST_PROXY));
    if (files) files(request, response, () => app(request, response));
    else app(request, response);
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => process.exit(0), STOP_MS);
    entry.module.endEvents();
    entry.module.endInboxStreams();
    const closed = new Promise((resolve) => server.close(resolve));
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, STOP_MS - 1500))]);
    clearInterval(idle);
    await application.stop();
    await vite?.close();
    clearTimeout(late);
    process.exit(0);
  }

  function announce({ dataHome, firstAdmin }: typeof application): void {
    console.log(`Serving ${appUrl}`);
    console.log(`Data lives in ${dataHome}`);
    if (firstAdmin) console.log(`First admin: ${firstAdmin.email}, password: ${firstAdmin.password} (shown this once)`);
  }
}

/** Calls `add` at the last moment before the headers of an answer are sent, whoever sends them. */
function beforeHeaders(response: ServerResponse, add: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    add();
    return writeHead(...args);
  };
}

function plain(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(`${text}\n`);
}
