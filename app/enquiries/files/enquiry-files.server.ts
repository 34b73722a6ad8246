import { findApp, perApp, type App } from '#db/app.ts';
import { EnquiryFile, type FileKind } from '#db/entities/enquiry-file.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { log } from '../../http/log.server.ts';
import type { ReceivedFile } from '../../http/files/received-file.server.ts';
import type { Limit } from '../../http/rate-limit.server.ts';
import { semaphore } from '../../http/memory/semaphore.ts';
import { StoreUnavailableError, type DocumentStore } from '../../storage/document-store.ts';
import { MIB } from '../../ui/size-text.ts';
import { UUID } from '../message.schema.ts';
import { fileName } from './enquiry-files.ts';
import { findFileKind } from '../../storage/file-kind.ts';

export const fileTypes: Record<FileKind, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  tnef: 'application/ms-tnef',
};

export const fileKey = (id: string): string => `enquiry-${id}`;

export const filesLimit: Limit = { name: 'enquiry-files', max: 2, seconds: 600 };

const waitForPut = semaphore({ perKey: 1, inAll: 1 });

// After a failure the files that wait fail at once, instead of each waiting for its own failure. Later ones try again.
const PATIENCE_MS = 30_000;
const findPuts = perApp('files to put', () => ({ failedAt: -Infinity }));

/**
 * Stores the files of an enquiry before it is saved. Each file gets its row first; the sweep removes files that no
 * enquiry claims within an hour. When the store fails or is full, the rest of the files is lost: the enquiry matters more.
 * @param files that `problemsOfFiles` has checked
 * @returns the ids of the stored files and the names of the lost ones @throws Error if the database is away
 */
export async function keepFiles(app: App, files: ReceivedFile[], requestId?: string) {
  const all = files.map(({ path, size, start, name, isLost }) => {
    const kind = findFileKind(start) ?? 'tnef'; // only from mails: the form accepts none
    return { path, size, kind, name: fileName(name, kind), isLost };
  });
  const lost = all.filter(({ isLost }) => isLost).map(({ name }) => name);
  const named = all.filter(({ isLost }) => !isLost);
  const names = named.map(({ name }) => name);
  const ids = named.length ? await claimRows(forkEntityManager(app), named) : [];
  if (!ids) return { ids: [], lost: [...lost, ...names] };
  const since = performance.now();
  for (const [n, file] of named.entries())
    try {
      await putOneAtATime(app, fileKey(ids[n]!), file, since);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      log.warn({ requestId, err: error }, 'files of an enquiry could not be kept');
      await forkEntityManager(app).nativeDelete(EnquiryFile, { id: ids.slice(n) }); // the sweep deletes what is stored
      return { ids: ids.slice(0, n), lost: [...lost, ...names.slice(n)] };
    }
  return { ids, lost };
}

/** @param since when the file began to wait, by `performance.now()` @throws StoreUnavailableError */
async function putOneAtATime(
  app: App,
  key: string,
  { path, size }: { path: string; size: number },
  since: number,
): Promise<void> {
  const puts = findPuts(app);
  const release = await waitForPut('');
  try {
    if (puts.failedAt > since) throw new StoreUnavailableError('put: it failed a moment ago');
    if (performance.now() - since > PATIENCE_MS) throw new StoreUnavailableError('put: those before took too long');
    await app.store.putFile(key, path, size).catch((error: unknown) => {
      puts.failedAt = performance.now();
      throw error;
    });
  } finally {
    release();
  }
}

/** Removes the files that belong to no enquiry; others stay. @throws StoreUnavailableError */
export async function removeUnclaimed(em: EntityManager, ids: string[]): Promise<void> {
  const unclaimed = await em.find(EnquiryFile, { id: ids, message: null });
  await removeFiles(em, findApp(em).store, unclaimed.map(({ id }) => id)); // oxfmt-ignore
}

/** Removes files from the store first and their rows afterwards, so that no file is left without a row. */
export async function removeFiles(em: EntityManager, store: DocumentStore, ids: string[]): Promise<void> {
  for (const id of ids) await store.remove(fileKey(id));
  if (ids.length) await em.nativeDelete(EnquiryFile, { id: ids, message: null });
}

// Files without an enquiry have a limit of their own, so that they take no room from stored enquiries.
const MOST_UNCLAIMED = 200;
const MOST_UNCLAIMED_BYTES = 512 * MIB;

// SQL: a lock, so that all processes together stay below the limit.
/** @returns the ids, or null if there is no room */
async function claimRows(
  em: EntityManager,
  files: { size: number; kind: FileKind; name: string }[],
): Promise<string[] | null> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return em.transactional(async (em) => {
    await em.execute("select pg_advisory_xact_lock(hashtext('enquiry_files'))");
    const rows = await em.execute<{ id: string }[]>(
      `insert into enquiry_files (position, name, kind, size_bytes)
       select n, f->>'name', f->>'kind', (f->>'size')::int from jsonb_array_elements(?::jsonb) with ordinality as s (f, n)
       where (select coalesce(sum(size_bytes), 0) from enquiry_files where message_id is not null) + ? <= ?
         and (select count(*) < ? and coalesce(sum(size_bytes), 0) < ? from enquiry_files
           where message_id is null and created_at > now() - interval '1 hour')
       order by n returning id`,
      [JSON.stringify(files), bytes, findApp(em).env.ENQUIRY_FILES_MIB * MIB, MOST_UNCLAIMED, MOST_UNCLAIMED_BYTES],
    );
    return rows.length ? rows.map(({ id }) => id) : null;
  });
}

/** Gives stored files to an enquiry that has none. */
export async function addFiles(em: EntityManager, reference: string, ids: string[]): Promise<void> {
  // SQL: all of them or none.
  await em.execute(
    `update enquiry_files f set message_id = m.id from messages m where m.reference = ? and f.message_id is null
       and f.id = any(?::uuid[]) and not exists (select from enquiry_files where message_id = m.id)`,
    [reference, `{${ids.join(',')}}`],
  );
}

export async function enquiryFilesBytes(em: EntityManager): Promise<number> {
  // SQL: MikroORM has no sum.
  const [row] = await em.execute<{ sum: string }[]>(
    'select coalesce(sum(size_bytes), 0) as sum from enquiry_files where message_id is not null',
  );
  return Number(row!.sum);
}

export async function storeRoomProblem(em: EntityManager): Promise<string | null> {
  const most = findApp(em).env.ENQUIRY_FILES_MIB;
  const used = (await enquiryFilesBytes(em)) / MIB;
  if (used < most * 0.8) return null;
  return `Drawings and photos of enquiries take ${Math.round(used)} of ${most} MB: more will soon be turned away. Delete old enquiries, or raise ENQUIRY_FILES_MIB.`;
}

/** @param id from the address, unchecked */
export const findEnquiryFile = async (em: EntityManager, messageId: number, id: string): Promise<EnquiryFile | null> =>
  UUID.test(id) ? em.findOne(EnquiryFile, { id, message: messageId }) : null;

export const listEnquiryFiles = (em: EntityManager, messageId: number): Promise<EnquiryFile[]> =>
  em.find(EnquiryFile, { message: messageId }, { orderBy: { position: 'asc' } });
