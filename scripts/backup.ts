import fs from 'node:fs';
import path from 'node:path';
import type { App } from '#db/app.ts';
import type { Connection } from '#db/connection.ts';
import { giveToOwner, makeFolder } from '#db/make-folder.ts';
import { forkEntityManager } from '#db/orm.ts';
import { recordBackup } from '#app/admin/backups/backup-queue.server.ts';
import { writeBackup, type Held } from '#app/admin/backups/write-backup.server.ts';
import { exitOnUsageError, readArguments } from './arguments.mjs';
import { command, PlainError } from './command.ts';

const USAGE = `Usage:
  npm run backup -- FILE   database and documents together, as one .tar.gz`;
const given = (await exitOnUsageError(() => readArguments(USAGE, { words: 1 }))).positionals[0]!;
await command(async ({ app, connection }) => {
  makeFolder(path.dirname(path.resolve(given)), 0o700);
  const exists = fs.lstatSync(given, { throwIfNoEntry: false });
  if (exists && !fs.statSync(given, { throwIfNoEntry: false })?.isFile())
    throw new PlainError(`${given} is there already, and is no file`);
  const file = exists ? fs.realpathSync(given) : path.resolve(given);
  let held = await write(app, connection, file);
  if (held.missing.length) held = await write(app, connection, file); // the files may have been removed during the backup
  await recordBackup(forkEntityManager(app), held);
  console.log(`Backed up the database and ${held.documents} documents to ${given}`);
  if (held.missing.length)
    throw new PlainError(`The store has no file for these documents: ${held.missing.join(', ')}`);
});

async function write({ env, store }: App, direct: Connection, file: string): Promise<Held> {
  const half = `${file}.${process.pid}.part`; // no half backup gets the name of a whole one
  process.once('exit', () => fs.rmSync(half, { force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const held = await writeBackup(fs.createWriteStream(half, { mode: 0o600 }), { store, direct });
  if (file.startsWith(env.dataDir + path.sep)) giveToOwner(half);
  fs.renameSync(half, file);
  return held;
}
