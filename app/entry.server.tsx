import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AppLoadContext, EntryContext, HandleDataRequestFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { contentSecurityPolicy, withHashes } from './http/content-security-policy.server.ts';
import { clientAddress } from './http/context.server.ts';
import { isHydrated } from './render/build-routes.server.ts';
import { withCriticalCss } from './render/critical-css.ts';
import { findEncoding } from './http/files/file-headers.ts';
import { log } from './http/log.server.ts';
import { RenderContext } from './render/render-context.ts';
import { renderWhole } from './render/render-whole.server.ts';
import { storePage, PAGES_TO_FETCH } from './http/page-cache.server.ts';
import { semaphore } from './http/memory/semaphore.ts';
import { companyDetails } from './content/texts/page-content.server.ts';
import { withoutMarks } from './content/texts/on-the-page/text-marks.server.ts';
import { withTextEditing } from './content/texts/on-the-page/text-strip.server.tsx';
import { paths } from './paths.ts';
import { editInPlaceUrl, siteStyles } from './site/built.server.ts';
import siteSheet from './site/site.css?url';
import type { loader as siteLoader } from './site/site.layout.tsx';
import { isUnavailable } from './http/refusals/unavailable.server.ts';
import { MaintenanceScreen } from './maintenance/maintenance-screen.tsx';

// For server.ts, which runs outside this bundle and would load second copies of modules.
export { createApp, startLines } from './app.server.ts';
export { readEnv } from './env.server.ts';
export { checkPort, listen } from './http/node-server.server.ts';
export { log } from './http/log.server.ts';
export { refreshAllSnapshots } from '#db/cached-snapshot.ts';
export { holdDatabase } from '#db/connection.ts';

type SiteData = Awaited<ReturnType<typeof siteLoader>> | undefined;

const RENDER_MS = 5000;
const LIGHT_GZIP = { level: 2 }; // more would take longer than it saves

/** Rendering blocks the processor: other visitors get their turn between two pages of one. */
const turnToRender = semaphore({ perKey: 4, inAll: 8 });

export default async function handleRequest(...args: Parameters<typeof renderPage>): Promise<Response> {
  const [, status, , , context] = args;
  const done = await turnToRender(clientAddress(context));
  try {
    if (context.isClientGone?.()) return new Response(null, { status }); // nobody waits for it
    return await renderPage(...args);
  } finally {
    done();
  }
}

async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  if (context.isUnavailable) {
    status = 503;
    headers.set('Retry-After', '10');
  }
  carryHeaders(remix, headers);
  const site = remix.staticHandlerContext.loaderData?.['site/site.layout'] as SiteData;
  // Every page carries the screen, so that nobody asks for it at the moment when all open pages need it.
  const shown = { message: null, until: null, company: companyDetails(context.app), retryHref: '' };
  const screen = site && renderToStaticMarkup(<MaintenanceScreen {...shown} isAdmin={site.isAdmin} />);
  const isApplication =
    !site?.editing?.isOn && !site?.preview && shownRoutes(remix).some((id) => isHydrated(remix.routeModules[id]));
  const nonce = randomBytes(16).toString('base64url');
  const rendered = await renderWhole(
    <RenderContext.Provider value={{ nonce, requestId: context.requestId, status, isApplication, screen }}>
      <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={RENDER_MS} />
    </RenderContext.Provider>,
    {
      nonce,
      isStatic: !isApplication,
      ms: RENDER_MS,
      onError(error) {
        status = 500;
        context.renderError = error;
        log.error({ requestId: context.requestId, err: error }, 'page could not be rendered');
      },
    },
  );
  const isPublic = remix.staticHandlerContext.matches.some(({ route }) => route.id === 'site/site.layout');
  let page = rendered;
  if (site?.editing && status !== 200) page = withoutMarks(rendered);
  else if (site?.editing)
    page = withTextEditing(context.app, rendered, site.editing, { nonce, sheet: siteSheet, script: editInPlaceUrl });
  const html = isPublic && import.meta.env.PROD ? withCriticalCss(page, nonce, siteStyles) : page;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (context.cacheKey && (status === 200 || status === 410) && !headers.has('Set-Cookie')) {
    const hashed = withHashes(context.app.env, html, nonce);
    storePage(context.app, context.cacheKey, context, { ...hashed, status });
  }
  headers.set(
    'Content-Security-Policy',
    contentSecurityPolicy(context.app.env, `'nonce-${nonce}'`, `'nonce-${nonce}'`, isPublic),
  );
  if (isPublic) for (const [name, value] of Object.entries(PAGES_TO_FETCH)) headers.set(name, value);
  headers.append('Vary', 'Accept-Encoding, Cookie');
  const body = compressed(Buffer.from(html), request, headers);
  headers.set('Content-Length', String(body.length));
  return new Response(body, { status, headers });
}

/** The ids of the rendered routes, up to the one that shows an error. */
function shownRoutes({ staticHandlerContext: { matches, errors } }: EntryContext): string[] {
  const ids = matches.map(({ route }) => route.id);
  const [boundary] = Object.keys(errors ?? {});
  return boundary === undefined ? ids : ids.slice(0, ids.indexOf(boundary) + 1);
}

/** Remix drops them unless every route repeats them. */
function carryHeaders(
  { staticHandlerContext: { loaderHeaders, actionHeaders } }: EntryContext,
  headers: Headers,
): void {
  for (const said of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    for (const name of ['Retry-After', 'Cache-Control', 'Referrer-Policy']) {
      const value = said.get(name);
      if (value !== null) headers.set(name, value);
    }
  }
}

function compressed(html: Buffer<ArrayBuffer>, request: Request, headers: Headers): Uint8Array<ArrayBuffer> {
  const encoding = findEncoding(request.headers.get('accept-encoding'));
  if (!encoding) return html;
  headers.set('Content-Encoding', encoding);
  if (encoding === 'gzip') return gzipSync(html, LIGHT_GZIP);
  // The contact form is rendered for every visitor and has to fit into one round trip.
  const quality = new URL(request.url).pathname === paths.contactForm ? 7 : 0;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 };
  return brotliCompressSync(html, { params });
}

export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  return context.isUnavailable ? new Response(response.body, { status: 503, headers: response.headers }) : response;
};

export function handleError(error: unknown, { context }: { context: AppLoadContext }): void {
  if (context.isClientGone?.()) return;
  if (isRouteErrorResponse(error) && error.status < 500) return; // the request was at fault
  // A fault of ours stays a 500, though the list around it may have said that it could not be read.
  if (!isRouteErrorResponse(error)) context.isUnavailable = isUnavailable(error);
  if (error instanceof Error && error === context.renderError) return; // logged while it was rendered
  log.error({ requestId: context.requestId, err: error }, 'request failed');
}
