import type { AppLoadContext } from '@remix-run/node';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Set by the HTTP shell; absent under the stock server. */
    clientAddress?: string;
    requestId?: string;
    /** Gives the sender of this request's body longer than a minute: so many milliseconds from now. */
    giveTime?: (ms: number) => void;
    /** The request's body, if it was read before Remix. */
    body?: Buffer<ArrayBuffer>;
    /** What became of the enquiry in it, if it held a valid one. */
    enquiryOutcome?: 'sent' | 'limited' | 'failed';
    /** Takes a page that is whole: as the body of a web response it would travel through three streams. */
    takePage?: (page: Uint8Array) => void;
    /** Where the page cache would keep the answer, if it may. */
    cacheKey?: string;
    /** The count of known content before any of it was read for this request. */
    knownVersion?: number;
  }
}

interface Answer {
  cookies: string[];
  isPrivate: boolean;
}
const answers = new WeakMap<object, Answer>();
function answerOf(context: object): Answer {
  let answer = answers.get(context);
  if (!answer) answers.set(context, (answer = { cookies: [], isPrivate: false }));
  return answer;
}

/** Adds a Set-Cookie line to the answer of this request, from wherever in it. */
export const setCookie = (context: AppLoadContext, line: string) => void answerOf(context).cookies.push(line);

/** Marks the answer of this request as meant for one signed-in person: nothing may keep it. */
export const markPrivate = (context: AppLoadContext) => void (answerOf(context).isPrivate = true);

/** What the HTTP shell has to add to the answer of a request, redirects included. */
export const answerHeaders = (context: AppLoadContext): Readonly<Answer> => answerOf(context);

/** The visitor's address as the HTTP shell saw it. */
export function clientAddress(context: AppLoadContext): string {
  return context.clientAddress ?? 'unknown';
}
