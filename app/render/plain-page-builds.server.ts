import type { AppLoadContext, LoaderFunction, ServerBuild } from '@remix-run/node';
import { addressOf, lineageOf, withExports, withRoutes } from './build-routes.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** What the loaders of a plain page gave, by their routes. */
    loaded?: Record<string, unknown>;
  }
}

/**
 * Builds for one plain page each, by the pages' addresses. Each holds only the routes of its page, since Remix
 * would look through all public ones. An application has to know the addresses beside its own.
 */
export function plainPageBuilds<Build extends ServerBuild>(build: Build): Map<string, Build> {
  const pages = Object.keys(build.routes).filter((id) => isPlainPage(build, id));
  return new Map(
    pages.map((id) => {
      const lineage = lineageOf(build, id);
      const own = withRoutes(build, (each) => lineage.includes(each));
      return [addressOf(build, id).replace(/^\/+/, '/'), { ...own, routes: withDataAside(own.routes) }];
    }),
  );
}

/** Whether a route says by its `handle` that its page is an application, which React takes over in the browser. */
export const isHydrated = ({ handle }: { handle?: unknown } = {}): boolean =>
  Boolean((handle as { hydrate?: boolean } | undefined)?.hydrate);

/** A page with an address of its own, of which nothing is taken over in the browser. */
function isPlainPage(build: ServerBuild, id: string): boolean {
  const { module, path, index } = build.routes[id]!;
  const isPage = module.default && (index || path) && !/[:*]/.test(path ?? '');
  return Boolean(isPage) && !lineageOf(build, id).some((each) => isHydrated(build.routes[each]!.module));
}

/**
 * Remix puts all that loaders give into the page for the browser, before it renders. No plain page's scripts read that,
 * so we hide it from Remix. Saves 7 % of rendering the home page (`npm run bench -- uncached`).
 */
function withDataAside(routes: ServerBuild['routes']): ServerBuild['routes'] {
  const aside = (id: string, loader: LoaderFunction): LoaderFunction =>
    async function loadAside(args) {
      const loaded = await loader(args);
      if (loaded instanceof Response) return loaded;
      const answered = isWithHeaders(loaded) ? loaded : null;
      (args.context.loaded ??= {})[id] = answered ? answered.data : loaded;
      return answered && { ...answered, data: null };
    };
  return withExports(routes, ({ loader }, id) => (loader ? { loader: aside(id, loader) } : {}));
}

/** Whether it is what Remix's `data()` makes. */
const isWithHeaders = (loaded: unknown): loaded is { type: string; data: unknown } =>
  (loaded as { type?: string } | null)?.type === 'DataWithResponseInit';

/** Gives the page back what its loaders gave. @param loaderData what Remix has of them */
export function restoreLoaded({ loaded }: AppLoadContext, loaderData: Record<string, unknown>): void {
  for (const id in loaded) if (id in loaderData) loaderData[id] = loaded[id];
}
