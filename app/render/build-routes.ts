import type { IncomingMessage } from 'node:http';
import type { ServerBuild } from '@remix-run/node';

/**
 * Whether a request may need a staff route, if only to learn of one (`/__manifest?p=%2Fadmin`). Remix also knows these
 * routes by other spellings: `/ADMIN`, `/%61dmin`.
 */
export const isForStaff = ({ url = '', headers }: IncomingMessage) =>
  /admin|%/i.test(url) || Boolean(headers.cookie?.includes('session'));

/**
 * The build for visitors, without staff's routes: Remix goes through all routes four times a page, a sixth of its time.
 */
export const withoutStaff = <Build extends ServerBuild>(build: Build): Build =>
  withRoutes(build, (id) => !/^\/+admin\b/.test(addressOf(build, id)));

/**
 * The build for staff's pages: their browsers know all routes at once. If a browser learnt of a route only on the way
 * to it, an action answered meanwhile would end the router's work with "Didn't find any matches after fetcher action",
 * and a change that waits for its turn would never be stored.
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

type Routes = ServerBuild['routes'];
type Module = NonNullable<Routes[string]>['module'];

/** Routes with some of what their modules export put in the place of their own. */
export const withExports = (routes: Routes, exportsOf: (module: Module, id: string) => Partial<Module>): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      { ...route!, module: { ...route!.module, ...exportsOf(route!.module, id) } },
    ]),
  );

/** A route's id and those of the routes around it, the outermost last. */
export const lineageOf = (build: ServerBuild, id = ''): string[] =>
  build.routes[id] ? [id, ...lineageOf(build, build.routes[id].parentId)] : [];

/** The address of a route, with a slash for each of those around it. */
export const addressOf = (build: ServerBuild, id: string): string =>
  lineageOf(build, id).reduceRight((address, each) => `${address}/${build.routes[each]!.path ?? ''}`, '');
