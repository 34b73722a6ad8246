import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { ServerBuild } from '@remix-run/node';

// Starts and stops. Everything else comes from the bundle, so that each module exists once.
type Build = ServerBuild & { entry: { module: typeof import('./entry.server.tsx') } };
const KEEP_CODE_MS = 10_000;
const STOP_MS = 4500; // SIGTERM to exit stays under 5 s

try {
  await serve();
} catch (error) {
  const isPlain = process.env.LOG_LEVEL !== 'debug' || (error instanceof Error && error.name === 'EnvironmentError');
  console.error(isPlain && error instanceof Error ? error.message : error);
  process.exit(1);
}

async function serve(): Promise<void> {
  const upgrades = new EventEmitter(); // becomes the server's, once that is made: hot reload needs no port of its own
  const vite = process.env.NODE_ENV === 'development' ? await startVite(upgrades as Server) : null;
  let last: Build | undefined;
  const load = async () => {
    const build = (await (vite
      ? vite.ssrLoadModule('virtual:remix/server-build')
      : import('../build/server/index.js' as string))) as Build;
    if (last && build !== last) await build.entry.module.refreshAllSnapshots(site.app); // reloaded modules have empty snapshots
    return (last = build);
  };
  const build = await load();
  const { checkPort, createApp, holdDatabase, listen, log, readEnv, startLines } = build.entry.module;
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  const env = readEnv(process.env);
  await checkPort(env);
  const database = await holdDatabase(env, 'server');
  const site = await createApp({ env, database, build: vite ? load : build, devFiles: vite?.middlewares });
  const started = await site.start();
  if (vite) site.server.on('upgrade', (...asked: unknown[]) => upgrades.emit('upgrade', ...asked));
  await listen(site.server, env);
  site.workAhead();
  if (vite) void fetch(`http://127.0.0.1:${env.PORT}/contact-form`).catch(() => {}); // prepares what the first page needs
  log.info('started');
  console.log(`Serving ${env.appUrl}`);
  for (const line of startLines(env, started)) console.log(line);

  // Stores the compiled code for the next start; later V8 would have dropped it.
  setTimeout(flushCompileCache, KEEP_CODE_MS).unref();

  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));

  async function stop(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => {
      log.error('the stop was cut short');
      process.exit(1);
    }, STOP_MS);
    await site.stop();
    await vite?.close();
    clearTimeout(late);
    log.info(`ended by ${signal}`);
    process.exit(0);
  }
}

async function startVite(server: Server) {
  const { createServer } = await import('vite');
  return createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
}
