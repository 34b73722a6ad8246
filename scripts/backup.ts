import fs from 'node:fs';
import path from 'node:path';
import { giveToOwner, makeFolder } from '#db/make-folder.ts';
import { forkEntityManager } from '#db/orm.ts';
import { recordBackup } from '#app/admin/backups/backup-queue.server.ts';
import { writeBackup } from '#app/admin/backups/write-backup.server.ts';
import { exitOnUsageError, readArguments } from './arguments.mjs';
import { command, count, PlainError } from './command.ts';

const USAGE = `Usage:
  npm run backup -- FILE   database and documents together, as one .tar.gz`;
const given = (await exitOnUsageError(() => readArguments(USAGE, { words: 1 }))).positionals[0]!;
await command(async ({ app, connection: direct }) => {
  makeFolder(path.dirname(path.resolve(given)), 0o700);
  const exists = fs.lstatSync(given, { throwIfNoEntry: false });
  if (exists && !fs.statSync(given, { throwIfNoEntry: false })?.isFile())
    throw new PlainError(`${given} is there already, and is no file`);
  const file = exists ? fs.realpathSync(given) : path.resolve(given);
  const half = `${file}.${process.pid}.part`; // no half backup gets the name of a whole one
  process.once('exit', () => fs.rmSync(half, { force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const write = async () => {
    const held = await writeBackup(fs.createWriteStream(half, { mode: 0o600 }), { store: app.store, direct });
    if (file.startsWith(app.env.dataDir + path.sep)) giveToOwner(half);
    fs.renameSync(half, file);
    return held;
  };
  let held = await write();
  if (held.missing.length) held = await write(); // the files may have been removed during the backup
  await recordBackup(forkEntityManager(app), held);
  console.log(`Backed up the database and ${count(held.documents, 'document')} to ${given}`);
  if (held.missing.length)
    throw new PlainError(`The store has no file for these documents: ${held.missing.join(', ')}`);
});
