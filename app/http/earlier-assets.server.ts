import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv, { type Options } from 'sirv';
import type { Env } from '../env.server.ts';
import { writeWhole } from '../storage/disk-store.server.ts';
import { isWell } from './health.server.ts';
import { DAY_MS } from '../time/local-time.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const BUILT = 'build/client/assets';
const ADDRESS = '/assets';
const KEPT_MS = 30 * DAY_MS;
const folderOf = ({ dataDir }: Env) => path.join(dataDir, 'assets');

/** For pages that are open when the next release comes. Deletes files that no process has had for 30 days. */
export async function leaveAssetsToLaterReleases(env: Env): Promise<void> {
  const { copyFile, readdir, rm, stat, utimes } = fs.promises;
  const folder = folderOf(env);
  const at = (name: string) => path.join(folder, name);
  const now = new Date();
  for (const name of await readdir(BUILT).catch(() => [])) {
    if (await isWell(utimes(at(name), now, now))) continue; // it is there already
    await writeWhole(folder, name, (half) => copyFile(path.join(BUILT, name), half));
  }
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(at(name)).catch(() => null); // perhaps another process has deleted it
    if (found?.isFile() && now.getTime() - found.mtimeMs > KEPT_MS) await rm(at(name), { force: true });
  }
}

/** `dev`: files that other processes add later are served, too. */
export function assetsOfEarlierReleases(env: Env, options: Options): Handler {
  const setHeaders: Options['setHeaders'] = (response, name, stats) =>
    options.setHeaders?.(response, ADDRESS + name, stats);
  const files = sirv(folderOf(env), { ...options, setHeaders, dev: true });
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
