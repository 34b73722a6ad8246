import { randomUUID } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import type { RequestHandler } from 'express';
import type { App } from '#db/app.ts';
import { snapshotVersion } from '#db/cached-snapshot.ts';
import { readClientAddress } from './client-address.ts';
import { findCacheKey } from './page-keys.server.ts';
import { securityHeaders } from './security-headers.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    context: AppLoadContext;
  }
}

export const requestStart =
  (app: App): RequestHandler =>
  (request, response, next) => {
    const requestId = randomUUID();
    response.setMaxListeners(20); // the log, limits, files and streams each hear once of its end
    response.setHeader('x-request-id', requestId);
    response.locals.context = {
      app,
      clientAddress: readClientAddress(request, app.env.TRUST_PROXY),
      requestId,
      cacheKey: findCacheKey(app, request) ?? undefined,
      snapshotVersion: snapshotVersion(app),
    };
    next();
  };

export const defaultHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of securityHeaders(response.locals.context.app.env.isSecure))
    response.setHeader(name, value);
  next();
};
