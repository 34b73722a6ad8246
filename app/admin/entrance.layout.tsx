import type { LinksFunction } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import adminCss from './admin.css?url';

/** The root's loader does not run for a failed form where the root itself shows the failure. */
export { RouteError as ErrorBoundary } from '../site/errors/route-error.tsx';

export const handle = { hydrate: true };
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminCss }];

export default function EntranceLayout() {
  return <Outlet />;
}
