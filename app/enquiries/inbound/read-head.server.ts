import type { Readable } from 'node:stream';
import { freeBuffers } from '../../http/memory/tidy-memory.ts';
import { decodeText } from '../../http/storable-text.ts';

const HEAD_MAX = 1024 * 1024;

/** Repairs the header of a mail: some programs begin it with a byte order mark, or write it in Windows-1252. */
export async function readHead(raw: Readable) {
  const chunks = raw[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let read = Buffer.alloc(0);
  let end = -1;
  for (let next; end < 0 && read.length < HEAD_MAX && !(next = await chunks.next()).done;) {
    read = Buffer.concat([read, next.value]);
    end = read.toString('latin1').search(/\r?\n\r?\n/);
  }
  const length = end < 0 ? read.length : end;
  const bare = read.subarray(read.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0, length);
  const head = Buffer.from(decodeText(bare));
  async function* join() {
    yield head;
    yield read.subarray(length);
    for (let next; !(next = await chunks.next()).done; freeBuffers(next.value.length)) yield next.value;
  }
  return { head, whole: join() };
}
