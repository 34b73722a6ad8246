import type { ServerResponse } from 'node:http';
import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Set by the HTTP shell; absent under the stock server. */
    clientAddress?: string;
    requestId?: string;
    /** Gives the sender of this request's body longer than a minute: so many milliseconds from now. */
    extendBodyTimeout?: (ms: number) => void;
    /** What the loaders and actions of this request read and write by; `entityManager` makes it. */
    entityManager?: EntityManager;
    /** The request's body, if it was read before Remix. */
    body?: Buffer<ArrayBuffer>;
    /** Takes a page that is whole: as the body of a web response it would travel through three streams. */
    takePage?: (page: Uint8Array) => void;
    /** Where the page cache would keep the answer, if it may. */
    cacheKey?: string;
    /** The count of snapshots before any of it was read for this request. */
    snapshotVersion?: number;
    /** Set-Cookie lines for the answer. */
    cookies?: string[];
    /** The answer is for one signed-in person. */
    isPrivate?: boolean;
    /** This request failed for want of the database or the store; its answer becomes a 503. */
    isUnavailable?: boolean;
    /** What went wrong while its page was rendered. */
    renderError?: unknown;
  }
}

/** Adds a Set-Cookie line to the answer of this request, from wherever in it. */
export const setCookie = (context: AppLoadContext, line: string) => void (context.cookies ??= []).push(line);

/** Marks the answer of this request as meant for one signed-in person: nothing may keep it. */
export const markPrivate = (context: AppLoadContext) => void (context.isPrivate = true);

/** Adds to an answer what was said of it on the way, whoever gives it, redirects included. */
export function finishHeaders({ cookies = [], isPrivate }: AppLoadContext, response: ServerResponse): void {
  for (const line of cookies) response.appendHeader('Set-Cookie', line);
  if (isPrivate) response.setHeader('Cache-Control', 'no-store').setHeader('X-Robots-Tag', 'noindex');
  else if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
}

/** The visitor's address as the HTTP shell saw it. */
export function clientAddress(context: AppLoadContext): string {
  return context.clientAddress ?? 'unknown';
}
