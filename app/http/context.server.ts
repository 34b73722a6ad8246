import type { ServerResponse } from 'node:http';
import type { AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import type { BodyLimit } from './front-guard.server.ts';

declare module '@remix-run/node' {
  // What only one room sets and reads (`session`, `hasFailed`, `preview`, …) is declared there, in the same way.
  interface AppLoadContext {
    app: App;
    /** Set by the HTTP shell; absent under the stock server. */
    clientAddress?: string;
    requestId?: string;
    /** As the footer names it. */
    companyName?: string;
    /** Gives the sender of this request's body longer than a minute: so many milliseconds from now. */
    extendBodyTimeout?: (ms: number) => void;
    /**
     * To be called before a body with files is read, by who may send one: gives its sender so many milliseconds.
     * @throws Response if too many are on their way; it has been answered then
     */
    beginUpload?: (ms: number) => void;
    /** Ends the request's turn, in favour of others, where it is about to wait for something that they need not. */
    endTurn?: () => void;
    /** What the request's body may have, where it is not like others. */
    bodyLimit?: BodyLimit;
    /** Does something once the request's loaders and actions have ended. */
    whenOver?: (work: () => Promise<void>) => void;
    /** Whether nobody waits for the answer any more. */
    hasLeft?: () => boolean;
    /** The entity manager of this request's loaders and actions; `entityManager` makes it. */
    entityManager?: EntityManager;
    /** The request's body, if it was read before Remix. */
    body?: Buffer<ArrayBuffer>;
    /** Where the page cache would keep the answer, if it may. */
    cacheKey?: string;
    /** The count of snapshot changes before this request read any snapshot. */
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

/** Adds a Set-Cookie line to the answer of this request, from anywhere in the code. */
export const setCookie = (context: AppLoadContext, line: string) => void (context.cookies ??= []).push(line);

/** Marks the answer of this request as meant for one signed-in person: nothing may keep it. */
export const markPrivate = (context: AppLoadContext) => void (context.isPrivate = true);

/** Adds the headers that a request's handlers asked for, to any answer, redirects included. */
export function finishHeaders({ cookies = [], isPrivate }: AppLoadContext, response: ServerResponse): void {
  const nameOf = (line: string) => line.slice(0, line.indexOf('='));
  const set = new Set([response.getHeader('Set-Cookie') ?? []].flat().map((line) => nameOf(String(line))));
  // What an action made of a cookie is newer than what its guard did: a browser would keep the last.
  for (const line of cookies) if (!set.has(nameOf(line))) response.appendHeader('Set-Cookie', line);
  if (isPrivate) response.setHeader('Cache-Control', 'no-store').setHeader('X-Robots-Tag', 'noindex');
  else if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
}

/** The visitor's address as the HTTP shell saw it. */
export function clientAddress(context: AppLoadContext): string {
  return context.clientAddress ?? 'unknown';
}
