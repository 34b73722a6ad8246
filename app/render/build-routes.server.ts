import type { IncomingMessage } from 'node:http';
import type { AppLoadContext, LoaderFunction, ServerBuild } from '@remix-run/node';
import { throwUnavailable } from '../http/refusals/unavailable.server.ts';

/** Also true for `/ADMIN` and `/%61dmin`. */
export const isForStaff = ({ url = '', headers }: IncomingMessage) =>
  /admin|%/i.test(url) || Boolean(headers.cookie?.includes('session'));

/**
 * Remix matches an address against all routes several times for each request, which takes a quarter of a page's time
 * (`npm run bench -- uncached`). To take this out, use the whole build.
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
 * Gives browsers of staff all routes at once. With lazy discovery, an action that is answered during the lookup of a
 * route fails in the router with "Didn't find any matches after fetcher action", and a queued change is lost.
 */
export const withWholeManifest = (build: ServerBuild): ServerBuild => ({
  ...build,
  future: { ...build.future, v3_lazyRouteDiscovery: false },
});

export const isHydrated = ({ handle }: { handle?: unknown } = {}): boolean =>
  Boolean((handle as { hydrate?: boolean } | undefined)?.hydrate);

/**
 * Makes loaders and actions answer 503 when they throw because the database or the store is unavailable, and closes files
 * that Remix would not send.
 */
export const withUnavailable = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const { loader, action } = route!.module;
      const asking = {
        ...(loader && { loader: catch503(closeUnsent(loader)) }),
        ...(action && { action: catch503(action) }),
      };
      return [id, { ...route!, module: { ...route!.module, ...asking } }];
    }),
  ),
});

/** For HEAD Remix would leave the file open; at a `.data` address it would read all of it into memory. */
const closeUnsent =
  (ask: LoaderFunction): LoaderFunction =>
  async (args) => {
    const answer = await ask(args);
    const { isData } = args.context;
    if (!(answer instanceof Response) || !answer.headers.has('content-disposition')) return answer;
    if (!isData && args.request.method !== 'HEAD') return answer;
    await answer.body?.cancel();
    return new Response(null, isData ? { status: 404 } : answer);
  };

const catch503 =
  <Args extends { context: AppLoadContext }, Answer>(ask: (args: Args) => Promise<Answer> | Answer) =>
  (args: Args) =>
    throwUnavailable(args.context, () => ask(args));
