import fs from 'node:fs';
import path from 'node:path';

/** As root, gives a file to the owner of its folder: a site that runs as that account could not use it otherwise. */
export function giveToOwner(name: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = fs.statSync(path.dirname(name));
  try {
    if (uid !== 0) fs.lchownSync(name, uid, gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error; // root in a container or over NFS may lack the right
  }
}

/** Writes a private file unless it exists. */
export function writeOnce(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    giveToOwner(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

export async function makePrivateFolder(dir: string): Promise<void> {
  const made = [path.resolve(dir)];
  const first = await fs.promises.mkdir(made[0]!, { recursive: true, mode: 0o700 });
  if (!first) return; // it existed
  while (made[0] !== first) made.unshift(path.dirname(made[0]!));
  made.forEach(giveToOwner); // from the top, so that each takes the owner of the one above
}

/**
 * Makes a folder and those above it. `fs.mkdirSync` with `recursive` never ends on a file system such as /proc, which says
 * that a folder exists but lets none be made in it.
 */
export function makeFolder(dir: string, mode?: number): void {
  if (fs.existsSync(dir)) return;
  makeFolder(path.dirname(dir));
  try {
    fs.mkdirSync(dir, mode);
    giveToOwner(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return; // another process has just made it
    throw new Error(`the folder ${dir} cannot be made: ${reason(error)}`);
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

export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
