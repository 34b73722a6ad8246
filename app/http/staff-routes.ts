import type { IncomingMessage } from 'node:http';
import type { ServerBuild } from '@remix-run/node';

/**
 * Whether a request may need a route of the staff's, be it only to learn of it (`/__manifest?p=%2Fadmin`). Remix knows
 * them by other spellings, too: `/ADMIN`, `/%61dmin`.
 */
export const isForStaff = ({ url = '', headers }: IncomingMessage) =>
  /admin|%/i.test(url) || Boolean(headers.cookie?.includes('session'));

/** The build as visitors need it: Remix goes through all routes four times for a page, a sixth of what it takes. */
export function withoutStaff<Build extends ServerBuild>(build: Build): Build {
  const addressOfRoute = (id = ''): string => {
    const known = build.routes[id];
    return known ? `${addressOfRoute(known.parentId)}/${known.path ?? ''}` : '';
  };
  const some = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => !/^\/+admin\b/.test(addressOfRoute(id))));
  return { ...build, routes: some(build.routes), assets: { ...build.assets, routes: some(build.assets.routes) } };
}
