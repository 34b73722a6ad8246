import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ServerBuild, AppLoadContext } from '@remix-run/node';
import express, { type RequestHandler, type ErrorRequestHandler } from 'express';
import type { App } from '#db/app.ts';
import { accessLog } from '../http/access-log.server.ts';
import { bodyTimeout } from '../http/body-timeout.server.ts';
import { shouldDrop } from '../http/drain.server.ts';
import { staticFiles } from '../http/files/static-files.server.ts';
import { frontGuard, findRefusal, type BodyLimits } from '../http/front-guard.server.ts';
import { alive, isStopping, ready } from '../http/health.server.ts';
import { metrics } from '../http/metrics.server.ts';
import { answerFromCache, findCacheKey, startPage } from '../http/page-cache.server.ts';
import { paths } from '../paths.ts';
import { remix } from './remix.server.ts';
import { finishHeaders } from '../http/context.server.ts';
import { log } from '../http/log.server.ts';
import { refuseWith } from '../http/refusals/refusal.ts';
import { randomUUID } from 'node:crypto';
import { readClientAddress } from '../http/client-address.ts';
import { securityHeaders } from '../http/security-headers.ts';

export interface ShellParts {
  build: ServerBuild | (() => Promise<ServerBuild>);
  devFiles?: RequestHandler | undefined;
  context: RequestHandler;
  bodyLimits: BodyLimits;
  events: RequestHandler;
  hooks: Record<string, RequestHandler>;
  isClosed: (app: App) => boolean;
  /** Answers a moved address with a redirect. Rewrites a gone address to the page that says so. */
  redirect: (app: App, request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Answers a request from the page cache, where most requests end, or by this list of middleware, in its order. */
export function shell(app: App, parts: ShellParts): RequestListener {
  const { build, devFiles, context, bodyLimits, events, hooks, isClosed, redirect } = parts;
  const { appUrl } = app.env;
  const shell = express().disable('x-powered-by').disable('etag').set('query parser', false);
  shell.enable('strict routing').enable('case sensitive routing');

  shell.use(requestStart(app, isClosed), context, accessLog, defaultHeaders);
  shell.use(bodyTimeout(), frontGuard(appUrl, bodyLimits));
  shell.get('/healthz', alive).get('/readyz', ready).all('/metrics', metrics).get(paths.events, events);
  for (const [address, answer] of Object.entries(hooks)) shell.all([address, `${address}/`], answer);
  shell.use(devFiles ?? staticFiles(app.env));
  shell.use(remix(app, build), failed);

  return (request, response) => {
    // `Connection: close` makes the client open another connection. Cutting this one could lose a request.
    if (isStopping(app)) response.shouldKeepAlive = false;
    if (shouldDrop(app, request)) return void request.socket.destroy();
    // Maintenance may begin by the clock, before any change empties the cache.
    const mayComeFromMemory = !isClosed(app) && !findRefusal(request, appUrl, bodyLimits);
    if (mayComeFromMemory && redirect(app, request, response)) return;
    if (mayComeFromMemory && !devFiles && answerFromCache(app, request, response)) return;
    shell(request as express.Request, response as express.Response, () => {
      request.url = '/%'; // Express cannot decode the address: refuse it like any malformed one
      shell(request as express.Request, response as express.Response);
    });
  };
}

export const failed: ErrorRequestHandler = (error, request, response, _next) => {
  const { context } = response.locals;
  log.error({ requestId: context.requestId, err: error }, 'request could not be answered');
  if (!response.headersSent) finishHeaders(context, response);
  refuseWith(request, response, { status: 500 });
};

declare module 'express-serve-static-core' {
  interface Locals {
    context: AppLoadContext;
  }
}

const requestStart =
  (app: App, isClosed: ShellParts['isClosed']): RequestHandler =>
  (request, response, next) => {
    const requestId = randomUUID();
    const cacheKey = findCacheKey(app, request) ?? undefined;
    response.setMaxListeners(20); // access log, limits, files and streams listen for its end
    response.setHeader('x-request-id', requestId);
    response.locals.context = {
      app,
      clientAddress: readClientAddress(request, app.env.TRUST_PROXY),
      requestId,
      cacheKey: isClosed(app) ? undefined : cacheKey, // a closed site caches no page, and its 'Try again' link needs the query
      ...startPage(app),
    };
    next();
  };

const defaultHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of securityHeaders(response.locals.context.app.env.isSecure))
    response.setHeader(name, value);
  next();
};
