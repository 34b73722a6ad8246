import type { LinksFunction } from '@remix-run/node';
import adminCss from './admin.css?url';

export { Outlet as default } from '@remix-run/react';
/** The root's loader does not run for a failed form where the root itself shows the failure. */
export { RouteError as ErrorBoundary } from '../site/errors/route-error.tsx';

export const handle = { hydrate: true };
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminCss }];
