// npm run backup -- FILE: database and documents together, as one .tar.gz, while the site runs or not.
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { readTables } from '#db/backup.ts';
import { env } from '#app/env.server.ts';
import { documentStore } from '#app/storage/store.server.ts';
import { command, PlainError } from './command.ts';

await command(async ({ connection }, [file]) => {
  if (!file) throw new PlainError('Usage: npm run backup -- FILE');
  const half = `${file}.${process.pid}.part`;
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const pack = tar.pack();
  const written = pipeline(pack, createGzip(), fs.createWriteStream(half, { mode: 0o600 }));
  try {
    const documents = await fill(pack, connection);
    pack.finalize();
    await written;
    fs.renameSync(half, file); // a backup with this name is whole
    console.log(`Backed up the database and ${documents} documents to ${file}`);
  } catch (error) {
    pack.destroy();
    await written.catch(() => {});
    fs.rmSync(half, { force: true });
    throw error;
  }
});

async function fill(pack: tar.Pack, connection: Parameters<typeof readTables>[0]): Promise<number> {
  await readTables(connection, async (table, columns, rows) => {
    pack.entry({ name: `columns/${table}.json` }, JSON.stringify(columns));
    pack.entry({ name: `tables/${table}.copy` }, await buffer(rows));
  });
  // Documents are never changed in place, so those read after the tables are those that the tables name, or newer.
  const store = documentStore(env());
  let documents = 0;
  for await (const { key } of store.list()) {
    const opened = await store.get(key);
    if (!opened) continue; // removed just now
    pack.entry({ name: `documents/${key}` }, await buffer(opened.stream));
    documents++;
  }
  return documents;
}
