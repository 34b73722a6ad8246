import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import { orUnavailable } from '../http/refusals/unavailable.server.ts';
import { withExports } from './build-routes.ts';

/** The build with every loader and action answering 503 for what cannot be used now, unless it has words of its own. */
export const withUnavailable = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: withExports(build.routes, ({ loader, action }) => ({
    ...(loader && { loader: asking(loader) }),
    ...(action && { action: asking(action) }),
  })),
});

const asking =
  <Args extends { context: AppLoadContext }, Answer>(ask: (args: Args) => Promise<Answer> | Answer) =>
  (args: Args) =>
    orUnavailable(args.context, () => ask(args));
