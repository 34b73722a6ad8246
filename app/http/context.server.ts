import type { ServerResponse } from 'node:http';
import { type AppLoadContext, createCookie, type Cookie } from '@remix-run/node';
import { type App, perApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import type { BodyLimit } from './front-guard.server.ts';
import { sessionSecrets, type Env } from '../env.server.ts';

declare module '@remix-run/node' {
  // Fields that one module owns (`session`, `hasFailed`, …) are declared in that module.
  interface AppLoadContext {
    app: App;
    clientAddress?: string;
    requestId?: string;
    companyName?: string;
    /** Gives the body `ms` from now, instead of a minute from the start. */
    extendBodyTimeout?: (ms: number) => void;
    /** Gives a body with files `ms` to arrive; called before it is read. @throws Response if too many uploads run */
    beginUpload?: (ms: number) => void;
    /** Releases the request's slot; called before it waits for something slow. */
    releaseSlot?: () => void;
    bodyLimit?: BodyLimit;
    /** Registers work for after the request's loaders and actions. */
    afterRequest?: (work: () => Promise<void>) => void;
    isClientGone?: () => boolean;
    /** Whether the address is a page's with `.data`, which Remix answers with the data of its loaders. */
    isData?: boolean;
    entityManager?: EntityManager;
    body?: Buffer<ArrayBuffer>;
    /** Set while the page cache may keep the answer. */
    cacheKey?: string;
    /** When the page changes by itself, in milliseconds since the epoch, by the database's clock. */
    changesAt?: number;
    /** The version of the snapshots before this request read any. */
    snapshotVersion?: number;
    /** The end of the day in which the request began, in milliseconds since the epoch. */
    dayEnds?: number;
    cookies?: string[];
    isPrivate?: boolean;
    /** The database or the store failed: the answer becomes a 503. */
    isUnavailable?: boolean;
    renderError?: unknown;
  }
}

export const setCookie = (context: AppLoadContext, line: string) => void (context.cookies ??= []).push(line);

export const markPrivate = (context: AppLoadContext) => void (context.isPrivate = true);

export function finishHeaders({ cookies = [], isPrivate }: AppLoadContext, response: ServerResponse): void {
  const readName = (line: string) => line.slice(0, line.indexOf('='));
  const set = new Set([response.getHeader('Set-Cookie') ?? []].flat().map((line) => readName(String(line))));
  // A browser keeps the last cookie of a name, and an action's is newer than its guard's.
  for (const line of cookies) if (!set.has(readName(line))) response.appendHeader('Set-Cookie', line);
  if (isPrivate) response.setHeader('Cache-Control', 'no-store').setHeader('X-Robots-Tag', 'noindex');
  else if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
}

export const clientAddress = (context: AppLoadContext): string => context.clientAddress ?? 'unknown';

/** `__Host-` on https: no other host, and no page without https, can set it. */
export const cookieName = ({ isSecure }: Env, name: string): string => (isSecure ? `__Host-${name}` : name);

/** @param maxAge seconds */
export const signedCookie = (name: string, maxAge: number): ((app: App) => Cookie) =>
  perApp(`cookie ${name}`, (app) =>
    createCookie(cookieName(app.env, name), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: app.env.isSecure,
      secrets: sessionSecrets(app),
      maxAge,
    }),
  );
