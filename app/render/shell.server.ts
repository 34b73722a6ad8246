import type { RequestListener } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import express, { type RequestHandler } from 'express';
import type { App } from '#db/app.ts';
import { accessLog } from '../http/access-log.server.ts';
import { bodyTimeout } from '../http/body-timeout.server.ts';
import { isLeftUnanswered } from '../http/drain.server.ts';
import type { Events } from '../http/events/event-hub.server.ts';
import { staticFiles } from '../http/files/static-files.server.ts';
import { frontGuard, refusalOf, type BodyLimits } from '../http/front-guard.server.ts';
import { alive, isStopping, ready } from '../http/health.server.ts';
import { metrics } from '../http/metrics.server.ts';
import { answerFromCache } from '../http/page-cache.server.ts';
import { failed } from '../http/refusals/failed.server.ts';
import { defaultHeaders, requestStart } from '../http/request-start.server.ts';
import { remix } from './remix.server.ts';

/** What the areas add to the way of a request. */
export interface ShellParts {
  /** The routes of the application, or in dev how to load them anew for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Serves Vite's files, in dev. */
  devFiles?: RequestHandler | undefined;
  /** Notes in a request's context what every answer needs. */
  context: RequestHandler;
  bodyLimits: BodyLimits;
  events: Record<string, Events>;
  /** Whether the site is closed: then no page comes from memory. */
  isClosed: (app: App) => boolean;
}

/** Answers a request: from memory, where most end, or by this list in its order. */
export function shell(app: App, parts: ShellParts): RequestListener {
  const { build, devFiles, context, bodyLimits, events, isClosed } = parts;
  const { appUrl } = app.env;
  const shell = express().disable('x-powered-by').disable('etag').set('query parser', false);
  shell.enable('strict routing').enable('case sensitive routing');

  shell.use(requestStart(app), context, accessLog, defaultHeaders);
  shell.use(bodyTimeout(), frontGuard(appUrl, bodyLimits));
  shell.get('/healthz', alive).get('/readyz', ready).all('/metrics', metrics);
  for (const [address, { answer }] of Object.entries(events)) shell.get(address, answer);
  shell.use(devFiles ?? staticFiles(app.env));
  // While the site is closed no page is kept, and each has its whole address: 'Try again' leads back to it.
  shell.use((_request, { locals }, next) => {
    if (isClosed(app)) locals.context.cacheKey = undefined;
    next();
  });
  shell.use(remix(app, build), failed);

  return (request, response) => {
    // `Connection: close` makes the client open another connection; if we just cut this one, a request could be lost.
    if (isStopping(app)) response.shouldKeepAlive = false;
    if (isLeftUnanswered(app, request)) return void request.socket.destroy();
    // Maintenance may begin by the clock, before any change empties the cache: from then on no page comes from memory.
    const mayComeFromMemory = !isClosed(app) && !devFiles && !refusalOf(request, appUrl, bodyLimits);
    if (mayComeFromMemory && answerFromCache(app, request, response)) return;
    shell(request as express.Request, response as express.Response, () => {
      request.url = '/%'; // Express cannot decode the address: refuse it like any malformed one
      shell(request as express.Request, response as express.Response);
    });
  };
}
