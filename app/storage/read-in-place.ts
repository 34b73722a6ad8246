import fs from 'node:fs/promises';
import { StoreUnavailableError } from './document-store.ts';

let place = Buffer.alloc(0);
let before: Promise<unknown> = Promise.resolve();

/**
 * Reads a file whole and uses its bytes: one at a time, always in the same buffer, so that ten files take no more memory
 * than the largest of them.
 * @throws StoreUnavailableError if the file has become shorter
 */
export function readInPlace<T>(file: string, size: number, use: (bytes: Buffer) => Promise<T>): Promise<T> {
  const turn = before.then(async () => use(await read(file, size)));
  before = turn.catch(() => {});
  return turn;
}

async function read(file: string, size: number): Promise<Buffer> {
  if (place.length < size) place = Buffer.allocUnsafeSlow(size);
  const handle = await fs.open(file);
  try {
    for (let at = 0; at < size;) {
      const { bytesRead } = await handle.read(place, at, size - at, at);
      if (!bytesRead) throw new StoreUnavailableError(`read: ${at} of ${size} bytes`);
      at += bytesRead;
    }
    return place.subarray(0, size);
  } finally {
    await handle.close();
  }
}
