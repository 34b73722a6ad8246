import fs from 'node:fs';
import path from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { holdsData, writeTables, type Counters, type TableData } from '#db/backup.ts';
import { isBackupName } from '#app/admin/backups/backup-names.ts';
import { findBackupPlace } from '#app/storage/backup-place.server.ts';
import { StoreUnavailableError } from '#app/storage/document-store.ts';
import { unseal } from '#app/accounts/seal.server.ts';
import { indexWords } from '#app/enquiries/inbox/search.server.ts';
import { queueWaitingMails } from '#app/mail/mail-jobs.server.ts';
import type { App } from '#db/app.ts';
import { makeFolder } from '#db/make-folder.ts';
import { forkEntityManager } from '#db/orm.ts';
import { exitOnUsageError, readArguments } from './arguments.mjs';
import { command, count, PlainError } from './command.ts';

const USAGE = `Usage:
  npm run restore -- FILE|NAME [--overwrite]   puts a backup into an empty installation, or over all that there is
NAME is one that the site keeps. Stop the site first: what comes meanwhile is lost.`;
const faults: Record<string, string> = {
  Z_DATA_ERROR: 'is no .tar.gz file, or is damaged',
  Z_BUF_ERROR: 'is cut short',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this account',
  ENOSPC: 'needs more room than is left in DATA_DIR',
};

const { values, positionals } = await exitOnUsageError(() =>
  readArguments(USAGE, { words: 1, options: { overwrite: { type: 'boolean' } } }),
);
const file = positionals[0]!;
await command(async ({ app, connection }) => {
  const opened = await open(app);
  if (!values.overwrite && (await holdsData(connection)))
    throw new PlainError('This installation already holds data. To replace all of it, add --overwrite');
  const columns = new Map<string, string[]>();
  // The rows wait on the disk, because there may be more than fit in memory: in files that have no name any more, so that
  // nothing stays when this process ends, however it does.
  makeFolder(app.env.dataDir);
  const rows = new Map<string, number>();
  const addRows = (table: string): void => {
    const name = path.join(app.env.dataDir, `restore-${process.pid}`);
    rows.set(table, fs.openSync(name, 'wx+', 0o600));
    fs.rmSync(name);
  };
  let listed: string[] | undefined;
  let counters: Counters | undefined; // backups of earlier versions have none
  let documents = 0;
  const read = async () => {
    // Its check sum stands at the end: it is read once before a damaged document can take the place of a good one.
    const isPipe = fs.statSync(file, { throwIfNoEntry: false })?.isFIFO();
    if (!isPipe) await pipeline(opened, createGunzip(), new Writable({ write: (_bytes, _encoding, done) => done() }));
    const extract = tar.extract();
    const reading = pipeline(isPipe ? opened : await open(app), createGunzip(), extract);
    reading.catch(() => {}); // the loop below throws the error
    for await (const entry of extract) {
      const [kind, name = ''] = entry.header.name.split('/');
      if (kind === 'tables') {
        const table = name.replace(/\.copy$/, '');
        if (!rows.has(table)) addRows(table);
        await pipeline(entry, fs.createWriteStream('', { fd: rows.get(table)!, autoClose: false }));
        continue;
      }
      const bytes = await buffer(entry);
      if (kind === 'columns') columns.set(name.replace(/\.json$/, ''), JSON.parse(bytes.toString('utf8')) as string[]);
      else if (kind === 'tables.json') listed = JSON.parse(bytes.toString('utf8')) as string[];
      else if (kind === 'counters.json') counters = JSON.parse(bytes.toString('utf8')) as Counters;
      else if (kind === 'documents') {
        await app.store.put(name, bytes); // before the rows that name them
        documents++;
      }
    }
    await reading;
  };
  await read().catch((error: NodeJS.ErrnoException) => {
    if (error instanceof StoreUnavailableError) throw error;
    throw new PlainError(`${file} ${faults[error.code!] ?? `cannot be read as a backup: ${error.message}`}`);
  });
  listed ??= [...columns.keys()]; // backups of earlier versions have no list
  const tables = new Map<string, TableData>();
  for (const table of listed.length ? listed : ['tables.json']) {
    const named = columns.get(table);
    const fd = rows.get(table);
    if (!named || fd === undefined) throw new PlainError(`${file} is not a complete backup: ${table} is missing`);
    tables.set(table, { columns: named, rows: fs.createReadStream('', { fd, start: 0 }) });
  }
  await writeTables(connection, tables, counters);
  const em = forkEntityManager(app);
  // Triggers have indexed the enquiries, but not the mails that came about them.
  const mailed = 'select distinct message_id as id from inbound_mails where message_id is not null';
  for (const { id } of await em.execute<{ id: number }[]>(mailed)) await indexWords(em, [id]);
  const queued = await queueWaitingMails((sql) => em.execute(sql));
  console.log(`Restored the database and ${count(documents, 'document')}`);
  if (queued) console.log(`${count(queued, 'mail')} waited: sent, perhaps a second time, when the site starts`);
  if (await opensSealed(app)) return;
  const way = app.env.SESSION_SECRET // which wins over the file
    ? 'add the old secret to the end of SESSION_SECRET (new,old)'
    : `put the old file session-secret into ${app.env.dataDir}`;
  const sealed = 'The codes of authenticator apps, or mails to staff that wait, are sealed with another secret';
  console.log(`${sealed}: before the site starts, ${way}`);
});

/** Opens the file, or the site's own backup of that name. */
async function open(app: App): Promise<Readable> {
  if (fs.existsSync(file)) return fs.createReadStream(file);
  const place = findBackupPlace(app);
  const kept = isBackupName(file) ? await place.read(file) : null;
  if (kept) return kept;
  const names = (await place.list().catch(() => [])).map(({ name }) => name).filter(isBackupName);
  throw new PlainError(
    [`There is no file ${file}`, ...(names.length ? ['Kept by the site:', ...names.sort()] : [])].join('\n'),
  );
}

/** Whether this installation's secret, which is in no backup, opens the newest sealed row of each kind. */
async function opensSealed(app: App): Promise<boolean> {
  const sealed = await forkEntityManager(app).execute<{ purpose: 'second-factor' | 'staff-mail'; sealed: string }[]>(
    `(select 'second-factor' as purpose, sealed from second_factors order by created_at desc limit 1) union all
     (select 'staff-mail', sealed from staff_mails where state = 'waiting' and sealed is not null
      order by created_at desc limit 1)`,
  );
  return sealed.every((each) => unseal(app, each.purpose, each.sealed) !== null);
}
