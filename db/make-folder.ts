import fs from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it. `fs.mkdirSync` with `recursive` never ends where a file system such as /proc says of
 * a folder that it is there, and lets none be made in it.
 */
export function makeFolder(dir: string, mode?: number): void {
  if (fs.existsSync(dir)) return;
  makeFolder(path.dirname(dir));
  try {
    fs.mkdirSync(dir, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return; // made by another process just now
    throw new Error(`the folder ${dir} cannot be made: ${reasons[code!] ?? code}`);
  }
}

const reasons: Record<string, string> = {
  EACCES: 'this account has no right to',
  EPERM: 'this account has no right to',
  EROFS: 'the disk is read-only',
  ENOSPC: 'there is no room left',
  ENOTDIR: 'what it is to lie in is a file',
  ENOENT: 'what it is to lie in takes none',
};
