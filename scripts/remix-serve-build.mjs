// The build for Remix's stock server, which has no load context: each loader and action gets the app here.
import * as build from '../build/server/index.js';

const { checkPort, createApp, holdDatabase, readEnv, startLines } = build.entry.module;
const lacks = 'Event streams, /healthz, /metrics, kept pages, limits and a stop that waits come with npm start only.';
const site = await start().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void site.stop().finally(() => process.exit(0)));

async function start() {
  const env = readEnv(process.env);
  await checkPort(env);
  const made = await createApp({ env, database: await holdDatabase(env, 'server'), build });
  process.stdout.write(`${[...startLines(env, await made.start()), lacks].join('\n')}\n`);
  return made;
}

const withApp = (run) => run && ((args) => run({ ...args, context: Object.assign(args.context, { app: site.app }) }));
const withRoutes = Object.entries(build.routes).map(([id, route]) => {
  const { loader, action } = route.module;
  return [id, { ...route, module: { ...route.module, loader: withApp(loader), action: withApp(action) } }];
});

export * from '../build/server/index.js';
export const routes = Object.fromEntries(withRoutes);
