import type { IncomingMessage } from 'node:http';
import type { ServerBuild, AppLoadContext } from '@remix-run/node';
import { throwUnavailable } from '../http/refusals/unavailable.server.ts';

/** Also if it only asks about a staff route (`/__manifest?p=%2Fadmin`). Remix accepts `/ADMIN` and `/%61dmin`. */
export const isForStaff = ({ url = '', headers }: IncomingMessage) =>
  /admin|%/i.test(url) || Boolean(headers.cookie?.includes('session'));

/**
 * Remix matches an address against all routes several times a request, a quarter of the time of a page (`npm run bench
 * -- uncached`). To take this out, use the whole build.
 */
export function withoutStaff(build: ServerBuild): ServerBuild {
  const isOfStaff = (id = ''): boolean => {
    const route = build.routes[id];
    return route !== undefined && (/^admin\b/.test(route.path ?? '') || isOfStaff(route.parentId));
  };
  const keep = <T>(routes: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => !isOfStaff(id)));
  return { ...build, routes: keep(build.routes), assets: { ...build.assets, routes: keep(build.assets.routes) } };
}

/**
 * Staff's browsers know all routes at once. If one learnt of a route on the way to it, an action answered meanwhile
 * would end the router with "Didn't find any matches after fetcher action", and a queued change would be lost.
 */
export const withWholeManifest = (build: ServerBuild): ServerBuild => ({
  ...build,
  future: { ...build.future, v3_lazyRouteDiscovery: false },
});

export const isHydrated = ({ handle }: { handle?: unknown } = {}): boolean =>
  Boolean((handle as { hydrate?: boolean } | undefined)?.hydrate);

/** Unless a loader or action has an answer of its own, it answers 503 for what cannot be used now. */
export const withUnavailable = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const { loader, action } = route!.module;
      const asking = { ...(loader && { loader: answering(loader) }), ...(action && { action: answering(action) }) };
      return [id, { ...route!, module: { ...route!.module, ...asking } }];
    }),
  ),
});

const answering =
  <Args extends { context: AppLoadContext }, Answer>(ask: (args: Args) => Promise<Answer> | Answer) =>
  (args: Args) =>
    throwUnavailable(args.context, () => ask(args));
