// The build as Remix's stock server takes it: it knows no load context, so each loader and action gets the app here.
import * as build from '../build/server/index.js';

const { createApp, holdDatabase, readEnv, startLines } = build.entry.module;
const env = readEnv(process.env);
const site = await createApp({ env, database: await holdDatabase(env, 'server'), build });
const lacks =
  'Event streams, /healthz, /readyz, /metrics, kept pages, limits and a stop that waits come with npm start only.';
process.stdout.write(`${[...startLines(env, await site.start()), lacks].join('\n')}\n`);
const stop = () => void site.stop().finally(() => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop);

const withApp = (run) => run && ((args) => run({ ...args, context: Object.assign(args.context, { app: site.app }) }));
const routes = Object.entries(build.routes).map(([id, route]) => {
  const { loader, action } = route.module;
  return [id, { ...route, module: { ...route.module, loader: withApp(loader), action: withApp(action) } }];
});

export * from '../build/server/index.js';
const withRoutes = Object.fromEntries(routes);
export { withRoutes as routes };
