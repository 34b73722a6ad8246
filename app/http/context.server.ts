import type { AppLoadContext } from '@remix-run/node';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Set by the HTTP shell; absent under the stock server. */
    clientAddress?: string;
    requestId?: string;
  }
}

const cookies = new WeakMap<object, string[]>();

/** Adds a Set-Cookie line to the answer of this request, from wherever in it. */
export function setCookie(context: AppLoadContext, line: string): void {
  const lines = cookies.get(context);
  if (lines) lines.push(line);
  else cookies.set(context, [line]);
}

/** Moves the collected Set-Cookie lines into an answer's headers; entry.server calls it for every answer. */
export function takeCookies(context: AppLoadContext, headers: Headers): void {
  for (const line of cookies.get(context) ?? []) headers.append('Set-Cookie', line);
  cookies.delete(context);
}

/** The visitor's address as the HTTP shell saw it. */
export function clientAddress(context: AppLoadContext): string {
  return context.clientAddress ?? 'unknown';
}
