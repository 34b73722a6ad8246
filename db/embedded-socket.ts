import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Account } from './embedded-account.ts';
import { shortHash } from './embedded-folder.ts';

const PATH_LIMIT = 80; // the kernel allows 107 bytes, and '/.s.PGSQL.5432.lock' takes some

const isLong = (dir: string) => Buffer.byteLength(dir) > PATH_LIMIT;
const hasProc = fs.existsSync('/proc/self/fd');
const opened = new Map<string, number>();

/**
 * The folder for the unix sockets of `dir`: itself, by a short path if its own is too long for a socket. Systems without
 * /proc use a name in the temporary directory, which everyone can write to.
 */
export function socketFolder(dir: string, account?: Account): string {
  if (!isLong(dir)) return dir;
  if (!hasProc) return privateTemporaryFolder(`srl-${shortHash(dir)}`, account);
  const found = fs.statSync(dir, { throwIfNoEntry: false });
  if (!found) return dir; // it contains nothing
  let descriptor = opened.get(dir);
  if (descriptor === undefined || fs.fstatSync(descriptor).ino !== found.ino)
    opened.set(dir, (descriptor = fs.openSync(dir, 'r')));
  return `/proc/${process.pid}/fd/${descriptor}`;
}

/** The server's name for our folder `host`. The server works in `data`. */
export const socketFolderForServer = (data: string, host: string): string =>
  isLong(data) && hasProc ? '/proc/self/cwd' : host;

/** @throws Error where somebody else has made a folder of this name to catch our sockets */
export function privateTemporaryFolder(name: string, account?: Account): string {
  const dir = path.join(os.tmpdir(), name);
  const owner = account?.uid ?? process.getuid?.();
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (account && fs.lstatSync(dir).uid === 0) fs.lchownSync(dir, account.uid, account.gid);
  const found = fs.lstatSync(dir);
  if (!found.isDirectory() || found.uid !== owner || found.mode & 0o077)
    throw new Error(`${dir}, for the database's socket, is not ours alone; remove it, or give a shorter DATA_DIR`);
  return dir;
}
