import { randomBytes } from 'node:crypto';
import fs, { constants } from 'node:fs/promises';
import path from 'node:path';
import { giveToOwner, makePrivateFolder } from '#db/make-folder.ts';
import { StoreFullError, StoreUnavailableError, isStoreKey, requireStoreKey, within } from './document-store.ts';
import type { DocumentStore } from './document-store.ts';

const PARTIAL = '.partial-';
export const isPartial = (name: string): boolean => name.startsWith(PARTIAL);
const CALL_MS = 14_000;
const LEAST_BYTES = 2 ** 24;

export function diskStore(folder: string): DocumentStore {
  const fileOf = (key: string) => path.join(folder, key);
  const keep = async (key: string, write: (partial: string) => Promise<void>) => {
    requireStoreKey(key);
    await guarded('put', () => writeWhole(folder, key, write));
  };

  return {
    put: (key, bytes) => keep(key, (partial) => fs.writeFile(partial, bytes, NEW)),
    putFile: (key, file, size) => keep(key, (partial) => copyWhole(file, partial, size)),

    async get(key, range) {
      if (!isStoreKey(key)) return null;
      return guarded('get', async () => {
        const file = await missingIsNull(fs.open(fileOf(key), 'r'));
        if (!file) return null;
        try {
          const { size } = await file.stat();
          return { stream: file.createReadStream(range), size };
        } catch (error) {
          await file.close();
          throw error;
        }
      });
    },

    async has(key) {
      if (!isStoreKey(key)) return false;
      return (await guarded('has', () => missingIsNull(fs.stat(fileOf(key))))) !== null;
    },

    async remove(key) {
      if (isStoreKey(key)) await guarded('remove', () => fs.rm(fileOf(key), { force: true }));
    },

    async *list() {
      for (const name of (await guarded('list', () => missingIsNull(fs.readdir(folder)))) ?? []) {
        const found = await guarded('list', () => missingIsNull(fs.stat(fileOf(name))));
        if (!found?.isFile()) continue;
        if (isStoreKey(name)) yield { key: name, size: found.size, modifiedAt: found.mtime };
        // Left by a killed process: nobody else would find it.
        else if (isPartial(name) && Date.now() - found.mtimeMs > 3_600_000)
          await guarded('list', () => fs.rm(fileOf(name), { force: true }));
      }
    },

    async check() {
      const use = async () => {
        await makePrivateFolder(folder);
        await fs.chmod(folder, 0o700); // in earlier releases every account of the machine could list the names
        await fs.access(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
        const { blocks, bavail, bsize } = await fs.statfs(folder); // some network disks do not count their blocks
        if (blocks && bavail * bsize < LEAST_BYTES) throw new StoreFullError('check: less than 16 MiB are left');
      };
      await guarded('check', use, 3000);
    },
  };
}

export const NEW = { flag: 'wx', flush: true, mode: 0o600 };

async function copyWhole(file: string, target: string, size: number): Promise<void> {
  await fs.copyFile(file, target, constants.COPYFILE_EXCL); // by the kernel: no byte of it is in our memory
  await fs.chmod(target, NEW.mode);
  await sync(target, 'r+');
  const { size: copied } = await fs.stat(target);
  if (copied !== size) throw new StoreUnavailableError(`put: ${copied} of ${size} bytes`);
}

/** Readers and crashes see the old file or the new one: it is written under another name, flushed, then renamed. */
export async function writeWhole<T>(folder: string, key: string, write: (partial: string) => Promise<T>): Promise<T> {
  await makePrivateFolder(folder);
  const partial = path.join(folder, `${PARTIAL}${randomBytes(8).toString('hex')}`);
  try {
    const made = await write(partial);
    giveToOwner(partial);
    await fs.rename(partial, path.join(folder, key));
    await sync(folder, 'r');
    return made;
  } catch (error) {
    await fs.rm(partial, { force: true });
    throw error;
  }
}

async function sync(place: string, flags: string): Promise<void> {
  await using opened = await fs.open(place, flags);
  await opened.sync();
}

async function guarded<T>(operation: string, work: () => Promise<T>, ms = CALL_MS): Promise<T> {
  try {
    return await within(ms, operation, work);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code || error instanceof StoreUnavailableError) throw error;
    throw new StoreUnavailableError(`${operation}: the folder for documents gave ${code}`, { cause: error });
  }
}

export const missingIsNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
