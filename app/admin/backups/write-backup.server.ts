import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { readTables } from '#db/backup.ts';
import type { Connection } from '#db/connection.ts';
import type { DocumentStore } from '../../storage/document-store.ts';
import { keysIn } from './stored-files.server.ts';

export type Held = Awaited<ReturnType<typeof writeBackup>>;

interface How {
  store: DocumentStore;
  /** With sessions of its own. */
  direct: Connection;
  signal?: AbortSignal | undefined;
  /** A limit, so that visitors do not notice. */
  bytesPerSecond?: number;
  /** How long the database, the store and the reader may be silent. */
  silenceMs?: number;
}

const ROWS_BYTES = 2 ** 20; // of a table in one entry
const STEP_BYTES = 2 ** 17;

/** Database and files as of one moment, as a .tar.gz, with little of it in memory at a time. */
export async function writeBackup(to: Writable, how: How) {
  const pack = tar.pack();
  const hash = createHash('sha256');
  let bytes = 0;
  const count = (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  const { silenceMs = 60_000 } = how;
  const silent = new AbortController();
  const fallSilent = () => silent.abort(new Error(`nothing came for ${silenceMs / 1000} s`));
  const silence = setTimeout(fallSilent, silenceMs);
  const signal = AbortSignal.any([silent.signal, how.signal ?? silent.signal]);
  const hear = each(() => void silence.refresh());
  const written = pipeline(pack, hear, each(pace(how)), createGzip(), each(count), to, { signal });
  written.catch(() => {}); // `add` throws it, or the end of this function
  let entries = 0;
  // One entry after the other: the pack would keep in memory all that are given before earlier ones are written.
  const add: Add = async (name, content) => {
    entries++;
    const taken = new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      if (typeof content === 'string' || Buffer.isBuffer(content))
        pack.entry({ name }, content, done).on('error', reject);
      else pipeline(content.stream, pack.entry({ name, size: content.size })).then(() => resolve(), reject);
    });
    await Promise.race([written, taken]); // `written` fails first when the disk is full
  };
  try {
    const held = await fill(add, { ...how, signal });
    pack.finalize();
    await written;
    return { ...held, entries, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    pack.destroy();
    await written.catch(() => {});
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(silence);
  }
}

/** Done when the entry is taken. */
type Add = (name: string, content: Buffer | string | { stream: Readable; size: number }) => Promise<void>;

/** @returns the number of documents; the files that the tables name but the store did not have */
async function fill(add: Add, { store, direct, signal }: How) {
  const missing = new Set<string>();
  const tables: string[] = [];
  const read = async (table: string, columns: string[], rows: Readable) => {
    tables.push(table);
    await add(`columns/${table}.json`, JSON.stringify(columns));
    let n = 0;
    for await (const copy of wholeLines(rows)) {
      await add(`tables/${table}.copy/${n++}`, copy);
      for (const key of keysIn(table, columns, copy)) missing.add(key);
    }
  };
  const counters = await readTables(direct, read, signal);
  await add('counters.json', JSON.stringify(counters));
  await add('tables.json', JSON.stringify(tables)); // otherwise a backup without one of them would look whole
  // Documents are never changed in place: those read after the tables are what the tables name, or newer. But one may have
  // been removed in between.
  let documents = 0;
  for await (const { key } of store.list()) {
    const opened = await store.get(key);
    if (!opened) continue; // removed just now
    await add(`documents/${key}`, opened);
    missing.delete(key);
    documents++;
  }
  return { documents, missing: [...missing] };
}

/** In pieces of about `ROWS_BYTES`; one empty piece for no rows. */
async function* wholeLines(rows: Readable): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    kept.push(chunk);
    size += chunk.length;
    if (size < ROWS_BYTES) continue;
    const all = Buffer.concat(kept);
    const end = all.lastIndexOf('\n') + 1;
    if (end) yield all.subarray(0, end);
    kept = [all.subarray(end)];
    size = all.length - end;
  }
  yield Buffer.concat(kept);
}

const each = (see: (chunk: Buffer) => Promise<void> | void) =>
  async function* (source: AsyncIterable<unknown>) {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      await see(chunk);
      yield chunk;
    }
  };

function pace({ bytesPerSecond = Infinity }: Pick<How, 'bytesPerSecond'>) {
  let owed = 0;
  return async ({ length }: Buffer) => {
    owed += length;
    if (owed < STEP_BYTES || bytesPerSecond === Infinity) return;
    await sleep((owed / bytesPerSecond) * 1000);
    owed = 0;
  };
}

/** @throws Error unless the backup is, byte for byte and entry for entry, the one that was written */
export async function checkBackup(stream: Readable, held: Held, how: Pick<How, 'signal' | 'bytesPerSecond'>) {
  const extract = tar.extract();
  const hash = createHash('sha256');
  const hashed = each((chunk) => void hash.update(chunk));
  const reading = pipeline(stream, hashed, createGunzip(), each(pace(how)), extract, { signal: how.signal });
  reading.catch(() => {}); // thrown below
  let entries = 0;
  for await (const entry of extract) {
    entry.resume();
    entries++;
  }
  await reading;
  if (entries !== held.entries || hash.digest('hex') !== held.sha256) throw new Error('read back, it was another one');
}
