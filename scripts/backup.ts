// npm run backup -- FILE: database and documents together, as one .tar.gz, while the site runs or not.
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { readTables } from '#db/backup.ts';
import type { Connection } from '#db/connection.ts';
import { env } from '#app/env.server.ts';
import { fileKey } from '#app/enquiry-files/enquiry-files.server.ts';
import { filesOf, pictureOf } from '#app/pictures/picture.ts';
import { documentStore } from '#app/storage/store.server.ts';
import { command, PlainError } from './command.ts';

await command(async ({ connection }, [file]) => {
  if (!file) throw new PlainError('Usage: npm run backup -- FILE');
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  let { documents, missing } = await write(file, connection);
  if (missing.length) ({ documents, missing } = await write(file, connection)); // perhaps removed while it was written
  console.log(`Backed up the database and ${documents} documents to ${file}`);
  if (missing.length) throw new PlainError(`The store has no file for these documents: ${missing.join(', ')}`);
});

/** What a backup holds: how many documents, and which ones the tables name but the store did not have. */
interface Held {
  documents: number;
  missing: string[];
}

async function write(file: string, connection: Connection): Promise<Held> {
  const half = `${file}.${process.pid}.part`;
  const pack = tar.pack();
  const written = pipeline(pack, createGzip(), fs.createWriteStream(half, { mode: 0o600 }));
  try {
    const held = await fill(pack, connection);
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

/** The keys of the store that a table's rows name, all of letters that COPY writes as they are. */
function keysIn(table: string, columns: string[], copy: Buffer): string[] {
  if (!['pdf_documents', 'enquiry_files', 'page_content'].includes(table)) return []; // others may be too large for one text
  const rows = copy
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));
  const column = (name: string) => columns.indexOf(name);
  if (table === 'pdf_documents') return rows.map((row) => row[column('file_path')]!);
  if (table === 'page_content')
    return rows
      .filter((row) => row[column('content_type')] === 'picture')
      .flatMap((row) => pictureOf(row[column('content_value')]!.replaceAll('\\n', '\n')) ?? [])
      .flatMap(filesOf);
  const owned = rows.filter((row) => row[column('message_id')] !== '\\N'); // the others are to be swept
  return owned.map((row) => fileKey(row[column('id')]!));
}

async function fill(pack: tar.Pack, connection: Connection): Promise<Held> {
  const missing = new Set<string>();
  const tables: string[] = [];
  await readTables(connection, async (table, columns, rows) => {
    tables.push(table);
    pack.entry({ name: `columns/${table}.json` }, JSON.stringify(columns));
    const copy = await buffer(rows);
    pack.entry({ name: `tables/${table}.copy` }, copy);
    for (const key of keysIn(table, columns, copy)) missing.add(key);
  });
  pack.entry({ name: 'tables.json' }, JSON.stringify(tables)); // without which a file that lacks one would look whole
  // Documents are never changed in place, so those read after the tables are those that the tables name, or newer; but one
  // may have been removed in between.
  const store = documentStore(env());
  let documents = 0;
  for await (const { key } of store.list()) {
    const opened = await store.get(key);
    if (!opened) continue; // removed just now
    pack.entry({ name: `documents/${key}` }, await buffer(opened.stream));
    missing.delete(key);
    documents++;
  }
  return { documents, missing: [...missing] };
}
