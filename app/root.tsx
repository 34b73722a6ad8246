import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { useRootData, type RootData } from './forms/root-data.ts';
import { takeFlash } from './forms/action.server.ts';
import { Toasts } from './forms/toasts/toasts.tsx';
import { useRenderContext } from './render/render-context.ts';
import { companyDetails } from './content/texts/page-content.server.ts';
import { textsToShow } from './content/texts/on-the-page/unsaved-texts.server.ts';
import { elementsUrl } from './site/built.server.ts';
import { errorTitle } from './ui/site/error-page.tsx';
import siteSheet from './site/site.css?url';
import { readTheme } from './http/theme.ts';
import { paths } from './paths.ts';
import { palette } from './schemas/colours.ts';
import fontSheet from './ui/fonts.css?url';
import { fontUrls } from './ui/fonts.ts';

export { RouteError as ErrorBoundary } from './site/errors/route-error.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { notice, clear } = await takeFlash(context.app, request);
  const { appUrl } = context.app.env;
  const company = companyDetails(context.app, await textsToShow(context, request, 'footer'));
  const theme = readTheme(request.headers.get('cookie'));
  const loaded: RootData = { appUrl, theme, notice, company, elementsUrl };
  return data(loaded, clear ? { headers: { 'Set-Cookie': clear } } : {});
}

/**
 * A toast may come with any answer; otherwise this loader's data stays the same. Nothing loads after a failure, or
 * while the contact form is sent: without a connection that would fail and replace the form or its thanks.
 */
export const shouldRevalidate = ({
  formMethod,
  actionStatus = 200,
  defaultShouldRevalidate,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs) => {
  if (actionStatus >= 500 || [currentUrl, nextUrl].every(({ pathname }) => pathname === paths.contactForm))
    return false;
  return formMethod === undefined ? defaultShouldRevalidate : true;
};

/** For error pages alone; others have their own title. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded, error }) => {
  const answer = isRouteErrorResponse(error)
    ? (error as { status: number; data: { maintenance?: boolean } | null })
    : null;
  const title = answer?.data?.maintenance
    ? 'Maintenance in Progress'
    : error
      ? errorTitle(answer?.status ?? 500)
      : null;
  const name = loaded?.company.name ?? '';
  return [{ title: title ? `${title} | ${name}` : name }];
};

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  ...(import.meta.env.DEV ? [{ rel: 'stylesheet', href: fontSheet }] : []), // built pages carry the font faces themselves
];

/** The server inlines a public page's styles; in the browser they stay as they came. */
const criticalCss = () =>
  typeof document === 'undefined' ? '' : (document.getElementById('critical-css')?.textContent ?? '');

/** In dev a static page reloads itself when a file is saved. */
const RELOADS = `import { createHotContext } from '/@vite/client';
createHotContext('/plain-page').on('file-saved', () => location.reload());`;

/** Static unless a page's `handle` says that React hydrates it. Custom elements in one small module work on both. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { nonce, isApplication } = useRenderContext();
  const { key } = useLocation();
  const matches = useMatches();
  const isPublic = matches.some(({ id }) => id === 'site/site.layout');
  const isPictureFirst = matches.some(({ handle }) => (handle as { pictureFirst?: boolean } | undefined)?.pictureFirst);
  const sheet = <link rel="stylesheet" href={siteSheet} />;
  return (
    <html lang="en" data-theme={root?.theme ?? 'light'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={palette.navy900} />
        <Meta />
        <style
          id="critical-css"
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: criticalCss() }}
          suppressHydrationWarning
        />
        {isPublic && import.meta.env.PROD ? null : sheet}
        {Object.values(fontUrls).map((href) => (
          <link
            key={href}
            rel="preload"
            href={href}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            // On a slow line they would delay the large picture; the first layout asks for them.
            media={isPictureFirst ? '(min-width: 48.0625rem)' : undefined}
          />
        ))}
        <Links />
      </head>
      <body data-hydrated={isApplication || undefined}>
        <Toasts notice={root?.notice ?? null} place={key}>
          {children}
        </Toasts>
        {/* Browsers hide the nonce, so it differs. */}
        {root ? <script type="module" async src={root.elementsUrl} nonce={nonce} suppressHydrationWarning /> : null}
        {import.meta.env.DEV && !isApplication ? (
          <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: RELOADS }} />
        ) : null}
        {isApplication ? (
          <>
            {/* After the page, which carries its own styles: for what scripts may add. */}
            {isPublic && import.meta.env.PROD ? sheet : null}
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
