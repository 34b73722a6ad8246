// npm run restore -- FILE [--overwrite]: puts a backup into an empty installation. Stop the server before.
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { backupTables, holdsData, writeTables } from '#db/backup.ts';
import { env } from '#app/env.server.ts';
import { queueWaitingNotifications } from '#app/contact/notifications.server.ts';
import { documentStore } from '#app/storage/store.server.ts';
import { command, PlainError } from './command.ts';

await command(async ({ connection }, args) => {
  const file = args.find((argument) => !argument.startsWith('--'));
  if (!file) throw new PlainError('Usage: npm run restore -- FILE [--overwrite]');
  if (!fs.existsSync(file)) throw new PlainError(`There is no file ${file}`);
  if (!args.includes('--overwrite') && (await holdsData(connection))) {
    throw new PlainError('This installation holds data already. To replace all of it, add --overwrite');
  }
  const store = documentStore(env());
  const columns = new Map<string, string[]>();
  const tables = new Map<string, Buffer>();
  let documents = 0;
  const extract = tar.extract();
  const reading = pipeline(fs.createReadStream(file), createGunzip(), extract);
  reading.catch(() => {}); // told by the loop below as well
  for await (const entry of extract) {
    const [kind, name = ''] = entry.header.name.split('/');
    const bytes = await buffer(entry);
    if (kind === 'columns') columns.set(name.replace(/\.json$/, ''), JSON.parse(bytes.toString('utf8')) as string[]);
    else if (kind === 'tables') tables.set(name.replace(/\.copy$/, ''), bytes);
    else if (kind === 'documents') {
      await store.put(name, bytes); // before the rows that name them
      documents++;
    }
  }
  await reading;
  const missing = backupTables.find((table) => !tables.has(table) || !columns.has(table));
  if (missing) throw new PlainError(`${file} is not a whole backup: ${missing} is missing`);
  await writeTables(
    connection,
    (async function* () {
      for (const table of backupTables) yield { table, columns: columns.get(table)!, rows: tables.get(table)! };
    })(),
  );
  const queued = await queueWaitingNotifications();
  console.log(`Restored the database and ${documents} documents; ${queued} notifications wait to be sent`);
});
