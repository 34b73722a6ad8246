import path from 'node:path';
import { freePort, newDataDir, SESSION_SECRET } from './product.ts';
import { removeFolder } from './remove-folder.ts';

type Entry = typeof import('#app/entry.server.tsx');
export type RunningApp = Awaited<ReturnType<typeof startApp>>;

/**
 * Starts the built product in the test's own process, in a third of the time of `startProduct`. Tests of signals, memory
 * and the log need a process of their own and use that. Its stop is safe to call twice.
 * @param variables environment besides a free port and a new DATA_DIR, which is removed at the stop
 * @param worksAhead whether it renders pages ahead after each change, which takes longer than most tests
 */
export async function startApp(variables: { DATABASE_URL: string } & Record<string, string>, worksAhead = false) {
  const build = await import(path.resolve('build/server/index.js'));
  const { createApp, holdDatabase, listen, readEnv } = build.entry.module as Entry;
  const port = Number(variables.PORT ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const dataDir = variables.DATA_DIR ?? newDataDir();
  const env = readEnv({ APP_URL: url, SESSION_SECRET, ...variables, DATA_DIR: dataDir, PORT: String(port) });
  const site = await createApp({ env, build, database: await holdDatabase(env, 'server') });
  await site.start();
  await listen(site.server, { ...env, HOST: '127.0.0.1' });
  if (worksAhead) site.workAhead();
  const end = async () => {
    const stopped = site.stop();
    site.server.closeAllConnections(); // connections of answers that a test has not read
    await stopped;
    if (!variables.DATA_DIR) removeFolder(dataDir);
  };
  let ended: Promise<void> | undefined;
  return { app: site.app, url, dataDir, stop: () => (ended ??= end()) };
}

const SPEED = 20;
const { setInterval } = globalThis;
const setFastInterval = (work: () => void, ms: number) => setInterval(work, ms < 5000 || ms > 60_000 ? ms : ms / SPEED);
let runningFast = 0;

/**
 * Makes the periods of what `begin` starts, such as a site, pass twenty times as fast; not those of more than a minute,
 * in which it has to have done what it promises.
 */
export async function withFastPeriods<T>(begin: () => T | Promise<T>): Promise<T> {
  runningFast++;
  globalThis.setInterval = Object.assign(setFastInterval, setInterval);
  try {
    return await begin();
  } finally {
    if (!--runningFast) globalThis.setInterval = setInterval;
  }
}
