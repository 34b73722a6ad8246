// npm run backup -- FILE: database and documents together, as one .tar.gz, while the site runs or not.
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { readTables } from '#db/backup.ts';
import type { Connection } from '#db/connection.ts';
import type { DocumentStore } from '#app/storage/document-store.ts';
import { makeFolder } from '#db/make-folder.ts';
import { orExit, readArguments, UsageError } from './arguments.mjs';
import { command, PlainError } from './command.ts';
import { keysIn } from './stored-files.ts';

const USAGE = `Usage:
  npm run backup -- FILE   database and documents together, as one .tar.gz`;
const file = await orExit(() => {
  const given = readArguments(USAGE, { words: 1 }).positionals[0]!;
  if (!given) throw new UsageError(USAGE);
  return given;
});
try {
  makeFolder(path.dirname(path.resolve(file)));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
await command(async ({ app: { store }, connection }) => {
  let { documents, missing } = await write(file, store, connection);
  if (missing.length) ({ documents, missing } = await write(file, store, connection)); // perhaps removed while it was written
  console.log(`Backed up the database and ${documents} documents to ${file}`);
  if (missing.length) throw new PlainError(`The store has no file for these documents: ${missing.join(', ')}`);
});

/** What a backup holds: how many documents, and which files the tables name but the store did not have. */
interface Held {
  documents: number;
  missing: string[];
}

/** Puts an entry into the backup, and is done when it is taken. */
type Add = (name: string, bytes: Buffer | string) => Promise<void>;

async function write(file: string, store: DocumentStore, connection: Connection): Promise<Held> {
  const half = `${file}.${process.pid}.part`;
  const pack = tar.pack();
  const written = pipeline(pack, createGzip(), fs.createWriteStream(half, { mode: 0o600 }));
  written.catch(() => {}); // told by the next entry, or below
  // One entry after the other: the pack would keep all that are given to it, until those before them are written.
  const add: Add = async (name, bytes) => {
    const taken = new Promise<void>((resolve, reject) => {
      pack.entry({ name }, bytes, (error) => (error ? reject(error) : resolve())).on('error', reject);
    });
    await Promise.race([written, taken]); // the former, where the disk is full
  };
  try {
    const held = await fill(add, store, connection);
    pack.finalize();
    await written;
    fs.renameSync(half, file); // a backup with this name is whole
    return held;
  } catch (error) {
    pack.destroy();
    await written.catch(() => {});
    fs.rmSync(half, { force: true });
    throw error;
  }
}

async function fill(add: Add, store: DocumentStore, connection: Connection): Promise<Held> {
  const missing = new Set<string>();
  const tables: string[] = [];
  const counters = await readTables(connection, async (table, columns, rows) => {
    const copy = await buffer(rows);
    tables.push(table);
    await add(`columns/${table}.json`, JSON.stringify(columns));
    await add(`tables/${table}.copy`, copy);
    for (const key of keysIn(table, columns, copy)) missing.add(key);
  });
  await add('counters.json', JSON.stringify(counters));
  await add('tables.json', JSON.stringify(tables)); // without which a file that lacks one would look whole
  // Documents are never changed in place, so those read after the tables are those that the tables name, or newer; but one
  // may have been removed in between.
  let documents = 0;
  for await (const { key } of store.list()) {
    const opened = await store.get(key);
    if (!opened) continue; // removed just now
    await add(`documents/${key}`, await buffer(opened.stream));
    missing.delete(key);
    documents++;
  }
  return { documents, missing: [...missing] };
}
