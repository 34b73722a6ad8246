import type { LinksFunction } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import adminCss from './admin.css?url';
import { RouteError } from '../site/errors/route-error.tsx';

export const handle = { hydrate: true };
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminCss }];

/** Below the root, whose loader does not run for a form that fails where the root itself shows the failure. */
export function ErrorBoundary() {
  return <RouteError />;
}

/** What the pages on the way into the staff area have in common. */
export default function EntranceLayout() {
  return <Outlet />;
}
