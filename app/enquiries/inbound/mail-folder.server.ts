import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { findApp, perApp, type App } from '#db/app.ts';
import { readDatabaseClock } from '#db/database-clock.ts';
import { InboundMail } from '#db/entities/inbound-mail.ts';
import { makePrivateFolder } from '#db/make-folder.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import type { Env } from '../../env.server.ts';
import { log } from '../../http/log.server.ts';
import { missingIsNull } from '../../storage/disk-store.server.ts';
import { UUID } from '../message.schema.ts';
import { MAIL_BYTES, rawKey, storeMail, recordSkippedMail, TOO_LARGE } from './store-mail.server.ts';

const UNCHANGED_MS = 1000; // a file that has not changed for this long is complete
const ABANDONED_MS = 60_000; // a file that is claimed for this long was left by a killed process
const CLAIMED = /\.taking-\d+$/;

const inboxFolder = ({ dataDir }: Env) => path.join(dataDir, 'inbox');
const takenFolder = (env: Env) => path.join(inboxFolder(env), 'taken');

/** The last state of each file, and since when; by `performance.now()`, as the machine's clock may jump. */
const findSeen = perApp('files of the mail folder', () => new Map<string, { state: string; since: number }>());

/** Takes the complete `.eml` files in `DATA_DIR/inbox`. */
export async function takeFromFolder(em: EntityManager): Promise<void> {
  const app = findApp(em);
  const seen = findSeen(app);
  const folder = inboxFolder(app.env);
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => /\.eml$/i.test(name.replace(CLAIMED, '')));
  if (names.length) await readDatabaseClock(em); // throws while the database is away, before anything is stored
  for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name);
  for (const name of names) {
    const file = path.join(folder, name);
    const found = await fs.lstat(file).catch(() => null);
    if (!found?.isFile()) continue;
    const state = `${found.size} ${found.mtimeMs}`;
    const before = seen.get(name);
    const since = before?.state === state ? before.since : performance.now();
    seen.set(name, { state, since });
    if (!found.size || performance.now() - since < (CLAIMED.test(name) ? ABANDONED_MS : UNCHANGED_MS)) continue;
    const claimed = `${randomUUID()}.eml.taking-0`; // its own name may be as long as names can be
    await takeFile(app, file, path.join(folder, claimed)).catch((error: unknown) => {
      seen.set(claimed, { state, since: -Infinity }); // so that the next call tries again
      log.warn({ err: error }, 'mail not taken');
    });
  }
}

/** Claims the file by renaming it, so that only one process takes it. Another of the same name may come meanwhile. */
async function takeFile(app: App, file: string, claimed: string): Promise<void> {
  const taken = takenFolder(app.env);
  await makePrivateFolder(taken);
  if ((await missingIsNull(fs.rename(file, claimed))) === null) return; // another process has it
  if ((await fs.stat(claimed)).size > MAIL_BYTES) {
    const usual = `${file.replace(CLAIMED, '')}.too-large`;
    // Another of the same name is kept, and a name may be too long for more behind it.
    const there = await fs.stat(usual).catch(({ code }: NodeJS.ErrnoException) => code);
    const kept = there === 'ENOENT' ? usual : `${claimed}.too-large`;
    await recordSkippedMail(app, 'folder', `${TOO_LARGE}: it stays in DATA_DIR/inbox as ${path.basename(kept)}`);
    return fs.rename(claimed, kept);
  }
  const id = await storeMail(app, claimed, 'folder');
  await fs.rename(claimed, path.join(taken, `${id}.eml`));
  if (!(await forkEntityManager(app).count(InboundMail, { id }))) await removeRaw(app, id); // it was read, and a duplicate
}

export async function removeRaw({ env, store }: App, id: string): Promise<void> {
  await fs.rm(path.join(takenFolder(env), `${id}.eml`), { force: true });
  await store.remove(rawKey(id));
}

/** Removes files of mails erased on another machine; puts back what a killed process of an older release had claimed. */
export async function sweepTaken(em: EntityManager): Promise<void> {
  const { env } = findApp(em);
  const taken = takenFolder(env);
  const names = await fs.readdir(taken).catch(() => []);
  for (const name of names.filter((each) => each.startsWith('.claimed-')))
    await fs.rename(path.join(taken, name), path.join(inboxFolder(env), name.slice(1)));
  const ids = names.map((name) => path.parse(name).name).filter((id) => UUID.test(id));
  // SQL: a list of ids in one parameter.
  const erased = await em.execute<{ id: string }[]>(
    `select id from unnest(?::uuid[]) as file (id)
     where not exists (select from inbound_mails m where m.id = file.id and raw_bytes is not null)`,
    [`{${ids.join(',')}}`],
  );
  for (const { id } of erased) await fs.rm(path.join(taken, `${id}.eml`), { force: true });
}
