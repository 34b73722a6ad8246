import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { env } from './env.server.ts';
import { takeNotice } from './http/notice.server.ts';
import { Notices } from './http/notices.tsx';
import { useRenderContext } from './http/render-context.ts';
import { MaintenancePage } from './maintenance/maintenance-page.tsx';
import type { MaintenanceReply } from './maintenance/open-site.server.ts';
import { companyDetails } from './page-content/page-content.server.ts';
import { ErrorPage, errorTitle } from './site/error-page.tsx';
import siteSheet from './site/site.css?url';
import { themeOf } from './http/theme.ts';
import { AccessDenied } from './staff/access-denied.tsx';
import { paths } from './paths.ts';
import fontSheet from './ui/fonts.css?url';
import { fontUrls } from './ui/fonts.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { notice, clear } = await takeNotice(request);
  const { appUrl, TAG_MANAGER_ID } = env();
  const company = companyDetails();
  return data(
    { appUrl, theme: themeOf(request.headers.get('cookie')), notice, tagManagerId: TAG_MANAGER_ID ?? null, company },
    clear ? { headers: { 'Set-Cookie': clear } } : {},
  );
}

/**
 * A notice may come with any answer; otherwise what this loader gives does not change between pages. Nothing is asked
 * after a failure: without a connection that would fail, too, and take the form away.
 */
export const shouldRevalidate = ({
  formMethod,
  actionStatus = 200,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => {
  if (actionStatus >= 500) return false;
  return formMethod === undefined ? defaultShouldRevalidate : true;
};

/** Pages have titles of their own; this one is for what takes a page's place. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded, error }) => {
  const reply = isRouteErrorResponse(error)
    ? (error as { status: number; data: { maintenance?: boolean; accessDenied?: boolean } | null })
    : null;
  const title = reply?.data?.maintenance
    ? 'Maintenance in Progress'
    : reply?.data?.accessDenied
      ? 'Access Denied'
      : error
        ? errorTitle(reply?.status ?? 500)
        : null;
  const name = loaded?.company.name ?? '';
  return [{ title: title ? `${title} | ${name}` : name }];
};

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  ...(import.meta.env.DEV ? [{ rel: 'stylesheet', href: fontSheet }] : []), // built pages carry the faces themselves
];

/** The server puts the styles of a public page inside it; in the browser they are those that it came with. */
const ownStyles = () =>
  typeof document === 'undefined' ? '' : (document.getElementById('own-styles')?.textContent ?? '');

/** What the tag manager counts from: without this event none of its page view triggers fire. */
const TAG_MANAGER_START =
  "window.dataLayer = window.dataLayer || []; dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })";

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const { key, pathname } = useLocation();
  const { nonce } = useRenderContext();
  return (
    <html lang="en" data-theme={root?.theme ?? 'light'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b2239" />
        <Meta />
        <style
          id="own-styles"
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: ownStyles() }}
          suppressHydrationWarning
        />
        <link id="site-sheet" rel="stylesheet" href={siteSheet} />
        {Object.values(fontUrls).map((href) => (
          <link
            key={href}
            rel="preload"
            href={href}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            // On a phone's slow line they would hold up the large picture of the home page; the first layout asks for them.
            media={pathname === paths.home ? '(min-width: 48.0625rem)' : undefined}
          />
        ))}
        <Links />
      </head>
      <body>
        <Notices notice={root?.notice ?? null} place={key}>
          {children}
        </Notices>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        {root?.tagManagerId ? (
          <>
            <script nonce={nonce} dangerouslySetInnerHTML={{ __html: TAG_MANAGER_START }} suppressHydrationWarning />
            <script
              nonce={nonce}
              async
              src={`https://www.googletagmanager.com/gtm.js?id=${root.tagManagerId}`}
              suppressHydrationWarning
            />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof loader>('root');
  const known = useRenderContext();
  if (!isRouteErrorResponse(error))
    return <ErrorPage status={known.status ?? 500} reference={known.requestId} company={root?.company} />;
  const reply = error.data as Partial<MaintenanceReply> & { accessDenied?: boolean };
  if (error.status === 503 && reply?.maintenance) return <MaintenancePage reply={reply as MaintenanceReply} />;
  if (error.status === 403 && reply?.accessDenied) return <AccessDenied />;
  return <ErrorPage status={error.status} reference={known.requestId} company={root?.company} />;
}
