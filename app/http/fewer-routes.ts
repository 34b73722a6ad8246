import type { IncomingMessage } from 'node:http';
import type { ServerBuild } from '@remix-run/node';

/**
 * Whether a request may need a route of the staff's, be it only to learn of it (`/__manifest?p=%2Fadmin`). Remix knows
 * them by other spellings, too: `/ADMIN`, `/%61dmin`.
 */
export const isForStaff = ({ url = '', headers }: IncomingMessage) =>
  /admin|%/i.test(url) || Boolean(headers.cookie?.includes('session'));

/** The build as visitors need it: Remix goes through all routes four times for a page, a sixth of what it takes. */
export const withoutStaff = <Build extends ServerBuild>(build: Build): Build =>
  withRoutes(build, (id) => !/^\/+admin\b/.test(addressOf(build, id)));

/**
 * The build as pages of staff need it: their browsers know all routes at once. Where they learn of a route only on the
 * way to it, an action that is answered meanwhile ends the router's work with "Didn't find any matches after fetcher
 * action", and what waits for its turn is never stored.
 */
export const withWholeManifest = (build: ServerBuild): ServerBuild => ({
  ...build,
  future: { ...build.future, v3_lazyRouteDiscovery: false },
});

/** A build with some of its routes. */
export function withRoutes<Build extends ServerBuild>(build: Build, isKept: (id: string) => boolean): Build {
  const some = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isKept(id)));
  return { ...build, routes: some(build.routes), assets: { ...build.assets, routes: some(build.assets.routes) } };
}

/** A route and those around it, the outermost last. */
export const lineageOf = (build: ServerBuild, id = ''): string[] =>
  build.routes[id] ? [id, ...lineageOf(build, build.routes[id].parentId)] : [];

/** The address of a route, with a slash for each of those around it. */
export const addressOf = (build: ServerBuild, id: string): string =>
  lineageOf(build, id).reduceRight((address, each) => `${address}/${build.routes[each]!.path ?? ''}`, '');
