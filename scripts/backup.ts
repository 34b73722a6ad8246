import fs from 'node:fs';
import path from 'node:path';
import type { App } from '#db/app.ts';
import type { Connection } from '#db/connection.ts';
import { makeFolder } from '#db/make-folder.ts';
import { forkEntityManager } from '#db/orm.ts';
import { recordBackup } from '#app/admin/backups/backup-queue.server.ts';
import { writeBackup, type Held } from '#app/admin/backups/write-backup.server.ts';
import { exitOnUsageError, readArguments } from './arguments.mjs';
import { command, PlainError } from './command.ts';

const USAGE = `Usage:
  npm run backup -- FILE   database and documents together, as one .tar.gz`;
const file = (await exitOnUsageError(() => readArguments(USAGE, { words: 1 }))).positionals[0]!;
await command(async ({ app, connection }) => {
  makeFolder(path.dirname(path.resolve(file)));
  let held = await write(app, connection);
  if (held.missing.length) held = await write(app, connection); // the files may have been removed during the backup
  await recordBackup(forkEntityManager(app), held);
  console.log(`Backed up the database and ${held.documents} documents to ${file}`);
  if (held.missing.length)
    throw new PlainError(`The store has no file for these documents: ${held.missing.join(', ')}`);
});

async function write({ store }: App, direct: Connection): Promise<Held> {
  const half = `${file}.${process.pid}.part`;
  try {
    const held = await writeBackup(fs.createWriteStream(half, { mode: 0o600 }), { store, direct });
    fs.renameSync(half, file); // no half backup gets this name
    return held;
  } catch (error) {
    fs.rmSync(half, { force: true });
    throw error;
  }
}
