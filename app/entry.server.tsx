import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AppLoadContext, EntryContext, HandleDataRequestFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { startApplication } from './application.server.ts';
import { contentSecurityPolicy, withHashes } from './http/content-security-policy.server.ts';
import { paintFirst } from './http/paint-first.server.ts';
import { takesEncoding } from './http/encodings.ts';
import { describeError, log } from './http/log.server.ts';
import { RenderContextProvider } from './http/render-context.ts';
import { renderWhole } from './http/render-whole.server.ts';
import { keepPage } from './http/page-cache.server.ts';
import { paths } from './paths.ts';
import { siteStyles } from './site/site-css.server.ts';
import { isUnavailable, markUnavailable, wasUnavailable } from './http/unavailable.server.ts';

// What the HTTP shell needs of the application: it runs outside this bundle, where a module would be a second copy.
export { startApplication } from './application.server.ts';
export { openEventStream, openStreams, endEvents } from './maintenance/events.server.ts';
export { receiveEnquiry } from './contact/receive-enquiry.server.ts';
export { openInboxStream, endInboxStreams } from './messages/inbox-events.server.ts';
export { answerFromCache, cacheKeyOf } from './http/page-cache.server.ts';
export { knownVersion } from '#db/known.ts';
export { answerHeaders } from './http/context.server.ts';
export { answerMetrics, countRequest } from './http/metrics.server.ts';
export { isDatabaseReady } from './http/health.server.ts';

// Under the stock server nobody else starts it.
if (import.meta.env.PROD && !(globalThis as { __httpShell?: boolean }).__httpShell) {
  const application = await startApplication();
  const stop = () => void application.stop().finally(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}

const RENDER_MS = 5000;
const logged = new WeakSet<Error>();
const brotli = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
});
const LIGHT_BROTLI = brotli(1);
/** For the one page that every visitor gets anew: its bytes are to fit into one round trip. */
const FORM_BROTLI = brotli(3);
const LIGHT_GZIP = { level: 2 };

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  if (wasUnavailable(context)) {
    status = 503;
    headers.set('Retry-After', '10');
  }
  carryHeaders(remix, headers);
  const nonce = randomBytes(16).toString('base64url');
  const rendered = await renderWhole(
    <RenderContextProvider.Provider value={{ nonce, requestId: context.requestId, status }}>
      <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={RENDER_MS} />
    </RenderContextProvider.Provider>,
    {
      nonce,
      ms: RENDER_MS,
      onError(error) {
        status = 500;
        if (error instanceof Error) logged.add(error);
        log.error({ requestId: context.requestId, err: describeError(error) }, 'page could not be rendered');
      },
    },
  );
  const isPublic = remix.staticHandlerContext.matches.some(({ route }) => route.id === 'site/site.layout');
  const html = isPublic && import.meta.env.PROD ? paintFirst(rendered, nonce, siteStyles) : rendered;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (context.cacheKey && status === 200 && !headers.has('Set-Cookie')) {
    const hashed = withHashes(html, nonce);
    keepPage(context.cacheKey, context.knownVersion!, hashed.html, hashed.policy);
  }
  headers.set('Content-Security-Policy', contentSecurityPolicy(`'nonce-${nonce}'`, `'nonce-${nonce}'`));
  headers.append('Vary', 'Accept-Encoding, Cookie');
  const body = compressed(Buffer.from(html), request, headers);
  headers.set('Content-Length', String(body.length));
  context.takePage?.(body);
  return new Response(context.takePage ? null : body, { status, headers });
}

/** What loaders and actions say about their answer; Remix drops it unless every single route repeats it. */
function carryHeaders(
  { staticHandlerContext: { loaderHeaders, actionHeaders } }: EntryContext,
  headers: Headers,
): void {
  for (const said of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    for (const name of ['Retry-After', 'Cache-Control']) {
      const value = said.get(name);
      if (value !== null) headers.set(name, value);
    }
  }
}

/** A page made for this one request is compressed lightly: what more would save in bytes it would lose in time. */
function compressed(html: Buffer<ArrayBuffer>, request: Request, headers: Headers): Uint8Array<ArrayBuffer> {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find((each) => takesEncoding(accepted, each));
  if (!encoding) return html;
  headers.set('Content-Encoding', encoding);
  if (encoding === 'gzip') return gzipSync(html, LIGHT_GZIP);
  const isForm = new URL(request.url).pathname === paths.contactForm;
  return brotliCompressSync(html, isForm ? FORM_BROTLI : LIGHT_BROTLI);
}

export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  return wasUnavailable(context) ? new Response(response.body, { status: 503, headers: response.headers }) : response;
};

export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return; // the request was at fault
  if (isUnavailable(error)) markUnavailable(context);
  if (error instanceof Error && logged.has(error)) return; // while it was rendered
  log.error({ requestId: context.requestId, err: describeError(error) }, 'request failed');
}
