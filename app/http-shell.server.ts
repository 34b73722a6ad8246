import type { RequestListener, Server } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import express, { type RequestHandler } from 'express';
import { bodyLimits } from './body-limits.server.ts';
import { companyDetails } from './content/texts/page-content.server.ts';
import { UPLOAD_MS } from './content/documents/upload-check.ts';
import { env } from './env.server.ts';
import { endEvents, sendEventsAway } from './events.server.ts';
import { accessLog } from './http/access-log.server.ts';
import { bodyTimeout } from './http/body-timeout.server.ts';
import { leaveAssetsToLaterReleases } from './http/earlier-assets.server.ts';
import { failed } from './http/refusals/failed.server.ts';
import { frontGuard, refusalOf } from './http/front-guard.server.ts';
import { alive, isStopping, ready, sayStopping } from './http/health.server.ts';
import { isLeftUnanswered, takeLeave, untilNobodyWaits } from './http/drain.server.ts';
import { metrics } from './http/metrics.server.ts';
import { nodeServer } from './http/node-server.server.ts';
import { answerFromCache } from './http/page-cache.server.ts';
import { defaultHeaders, requestStart } from './http/request-start.server.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/files/static-files.server.ts';
import { siteEvents } from './maintenance/events.server.ts';
import { isSiteClosed, keepNothingClosed } from './maintenance/require-site-open.server.ts';
import { inboxEvents } from './enquiries/inbox/inbox-events.server.ts';
import { paths } from './paths.ts';
import { keepPagesReady } from './render/pages-ahead.server.ts';
import { pageMaker, remix } from './render/remix.server.ts';

const nameCompany: RequestHandler = (_request, { locals }, next) => {
  locals.context.companyName = companyDetails().name;
  next();
};

/**
 * Answers a request: from memory, where most end, or by this list in its order.
 * @param build the application, or in dev how to load it anew for each request
 * @param devFiles serves Vite's files, in dev
 */
function httpShell(build: ServerBuild | (() => Promise<ServerBuild>), devFiles?: RequestHandler): RequestListener {
  const { appUrl } = env();
  const shell = express().disable('x-powered-by').disable('etag').set('query parser', false);
  shell.enable('strict routing').enable('case sensitive routing');

  shell.use(requestStart, nameCompany, accessLog, defaultHeaders);
  shell.use(bodyTimeout, frontGuard(appUrl, bodyLimits));
  shell.get('/healthz', alive).get('/readyz', ready).all('/metrics', metrics);
  shell.get(paths.events, siteEvents.answer).get(paths.admin.events, inboxEvents.answer);
  shell.use(devFiles ?? staticFiles());
  shell.use(keepNothingClosed, remix(build), failed);

  return (request, response) => {
    // `Connection: close` makes the client open another connection; if we just cut this one, a request could be lost.
    if (isStopping()) response.shouldKeepAlive = false;
    if (isLeftUnanswered(request)) return void request.socket.destroy();
    // Maintenance may begin by the clock, before any change empties the cache: from then on no page comes from memory.
    const mayComeFromMemory = !isSiteClosed() && !devFiles && !refusalOf(request, appUrl, bodyLimits);
    if (mayComeFromMemory && answerFromCache(request, response)) return;
    shell(request as express.Request, response as express.Response, () => {
      request.url = '/%'; // Express cannot decode the address: refuse it like any malformed one
      shell(request as express.Request, response as express.Response);
    });
  };
}

let endPagesAhead = () => {};

/** Makes the server that answers everything. */
export function createSiteServer(...args: Parameters<typeof httpShell>): Server {
  const [build] = args;
  const server = nodeServer(httpShell(...args), securityHeaders(env().isSecure), UPLOAD_MS + 60_000);
  if (typeof build === 'function') return server;
  endPagesAhead = keepPagesReady(pageMaker(build), isSiteClosed);
  return server.once('listening', leaveAssetsToLaterReleases);
}

/**
 * Ends what would never end by itself, and lets no connection wait for further requests. Behind a balancer this takes a
 * moment, in which everything is still answered. @returns when the server may be closed
 */
export async function stopServing(server: Server): Promise<void> {
  sayStopping();
  endPagesAhead();
  await (env().TRUST_PROXY ? takeLeave(server, sendEventsAway) : untilNobodyWaits(server));
  endEvents();
}
