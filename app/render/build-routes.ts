import type { IncomingMessage } from 'node:http';
import type { ServerBuild } from '@remix-run/node';

/**
 * Whether a request may need a staff route, if only to learn of one (`/__manifest?p=%2Fadmin`). Remix also knows these
 * routes by other spellings: `/ADMIN`, `/%61dmin`.
 */
export const isForStaff = ({ url = '', headers }: IncomingMessage) =>
  /admin|%/i.test(url) || Boolean(headers.cookie?.includes('session'));

/**
 * The build for staff's pages: their browsers know all routes at once. If a browser learnt of a route only on the way
 * to it, an action answered meanwhile would end the router's work with "Didn't find any matches after fetcher action",
 * and a change that waits for its turn would never be stored.
 */
export const withWholeManifest = (build: ServerBuild): ServerBuild => ({
  ...build,
  future: { ...build.future, v3_lazyRouteDiscovery: false },
});

type Routes = ServerBuild['routes'];
type Module = NonNullable<Routes[string]>['module'];

/** Routes with some of what their modules export put in the place of their own. */
export const withExports = (routes: Routes, exportsOf: (module: Module) => Partial<Module>): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      { ...route!, module: { ...route!.module, ...exportsOf(route!.module) } },
    ]),
  );

/** Whether a route says by its `handle` that React takes its page over in the browser. */
export const isHydrated = ({ handle }: { handle?: unknown } = {}): boolean =>
  Boolean((handle as { hydrate?: boolean } | undefined)?.hydrate);
