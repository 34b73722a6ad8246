import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv, { type Options } from 'sirv';
import type { Env } from '../env.server.ts';
import { writeWhole } from '../storage/disk-store.server.ts';
import { succeeds } from './health.server.ts';
import { DAY_MS } from '../time/local-time.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const BUILT = 'build/client/assets';
const ADDRESS = '/assets';
const KEPT_MS = 30 * DAY_MS;
const assetsFolder = ({ dataDir }: Env) => path.join(dataDir, 'assets');

/** Copies the scripts of this release for pages that stay open. Deletes files that no process has had for 30 days. */
export async function archiveAssets(env: Env): Promise<void> {
  const { copyFile, readdir, rm, stat, utimes } = fs.promises;
  const folder = assetsFolder(env);
  const at = (name: string) => path.join(folder, name);
  const now = new Date();
  for (const name of await readdir(BUILT).catch(() => [])) {
    if (await succeeds(utimes(at(name), now, now))) continue; // it exists already
    await writeWhole(folder, name, (half) => copyFile(path.join(BUILT, name), half));
  }
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(at(name)).catch(() => null); // perhaps another process has deleted it
    if (found?.isFile() && now.getTime() - found.mtimeMs > KEPT_MS) await rm(at(name), { force: true });
  }
}

/** `dev` makes sirv also serve files that other processes add later. */
export function serveEarlierAssets(env: Env, options: Options): Handler {
  const setHeaders: Options['setHeaders'] = (response, name, stats) =>
    options.setHeaders?.(response, ADDRESS + name, stats);
  const files = sirv(assetsFolder(env), { ...options, setHeaders, dev: true });
  return (request, response, next) => {
    const { url = '' } = request;
    if (!url.startsWith(`${ADDRESS}/`) || url.includes('/.')) return next();
    request.url = url.slice(ADDRESS.length);
    files(request, response, () => {
      request.url = url;
      next();
    });
  };
}
