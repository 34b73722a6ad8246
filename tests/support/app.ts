import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, SESSION_SECRET } from './product.ts';
import { removeFolder } from './remove-folder.ts';

type Entry = typeof import('#app/entry.server.tsx');
type Site = Awaited<ReturnType<typeof import('#app/app.server.ts').createApp>>;

export interface RunningApp extends Pick<Site, 'app'> {
  /** Its address, without a trailing slash. */
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts the built product in the test's own process, which takes a third of the time that `startProduct` does. What
 * a process has of its own, such as signals, memory and log, is tested with that.
 * @param variables of its environment besides a free port and a DATA_DIR of its own, which is removed at the stop
 * @param worksAhead whether it makes pages before anybody asks, after each change, which takes longer than most tests
 */
export async function startApp(
  variables: { DATABASE_URL: string } & Record<string, string>,
  worksAhead = false,
): Promise<RunningApp> {
  const build = await import(path.resolve('build/server/index.js'));
  const { createApp, holdDatabase, listen, readEnv } = build.entry.module as Entry;
  const port = Number(variables.PORT ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const dataDir = variables.DATA_DIR ?? fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-app-'));
  const given = { APP_URL: url, SESSION_SECRET, ...variables, DATA_DIR: dataDir, PORT: String(port) };
  const env = readEnv(given);
  const site = await createApp({ env, build, database: await holdDatabase(env, 'server') });
  await site.start();
  await listen(site.server, { ...env, HOST: '127.0.0.1' });
  if (worksAhead) site.workAhead();
  const stop = async () => {
    const stopped = site.stop();
    site.server.closeAllConnections(); // those of answers that a test has not read
    await stopped;
    if (!variables.DATA_DIR) removeFolder(dataDir);
  };
  return { app: site.app, url, dataDir, stop };
}

const HURRY = 20;
const { setInterval } = globalThis;
const sooner = (work: () => void, ms: number) => setInterval(work, ms < 5000 || ms > 60_000 ? ms : ms / HURRY);
let hurrying = 0;

/**
 * Begins what works in periods, such as a site: they pass twenty times as fast, since tests are about what it does. Those
 * of more than a minute do not: in so long it has to have done what it promises.
 */
export async function hurried<T>(begin: () => T | Promise<T>): Promise<T> {
  hurrying++;
  globalThis.setInterval = Object.assign(sooner, setInterval);
  try {
    return await begin();
  } finally {
    if (!--hurrying) globalThis.setInterval = setInterval;
  }
}
