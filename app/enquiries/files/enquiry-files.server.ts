import fs from 'node:fs';
import { findApp, perApp, type App } from '#db/app.ts';
import { EnquiryFile, type FileKind } from '#db/entities/enquiry-file.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { log } from '../../http/log.server.ts';
import type { FileLimits } from '../../http/files/multipart.server.ts';
import { incoming, type ReceivedFile } from '../../http/files/received-file.server.ts';
import type { Limit } from '../../http/rate-limit.server.ts';
import { semaphore } from '../../http/memory/semaphore.ts';
import { StoreUnavailableError, type DocumentStore } from '../../storage/document-store.ts';
import { MIB } from '../../ui/size-text.ts';
import { BODY_BYTES, fileName, FILE_BYTES, FILES_BYTES, MOST_FILES } from './enquiry-files.ts';
import { findFileKind } from '../../storage/file-kind.ts';

/** What a form with files may hold. */
export const fileLimits = ({ env }: App): FileLimits => ({
  folder: incoming(env),
  maxFiles: MOST_FILES,
  maxFileBytes: FILE_BYTES,
  maxBytes: FILES_BYTES,
  maxBodyBytes: BODY_BYTES,
  maxFields: 100,
  maxFieldBytes: MIB, // a text that is too long comes back to be shortened
});

/** The key of the document store under which a file is kept. */
export const fileKey = (id: string): string => `enquiry-${id}`;

/** What became of the files of an enquiry: the ids of those that are kept, the names of the others. */
export interface KeptFiles {
  ids: string[];
  lost: string[];
}

/** More than 2 enquiries with files from one address in 10 minutes are refused. */
export const filesLimit: Limit = { name: 'enquiry-files', max: 2, seconds: 600 };

// A file is read to be put, since S3-compatible stores differ in what they make of a stream: one at a time, into the same
// place, so that ten enquiries take no more memory than one.
const waitToPut = semaphore({ perKey: 1, inAll: 1 });
let place: Buffer | undefined;

// Whoever waits in line while the store fails does not wait for it to fail once more, file after file; and nobody waits
// for ever where it is slow. Those who come later try it anew.
const PATIENCE_MS = 30_000;
const findLane = perApp('files to put', () => ({ failedAt: -Infinity }));

/** @throws StoreUnavailableError if the file has become shorter than it came */
export async function readInPlace(file: string, size: number): Promise<Buffer> {
  place ??= Buffer.allocUnsafeSlow(FILE_BYTES);
  const handle = await fs.promises.open(file);
  try {
    for (let at = 0; at < size;) {
      const { bytesRead } = await handle.read(place, at, size - at, at);
      if (!bytesRead) throw new StoreUnavailableError(`read: ${at} of ${size} bytes`);
      at += bytesRead;
    }
    return place.subarray(0, size);
  } finally {
    await handle.close();
  }
}

/**
 * Keeps the files of an enquiry that is about to be saved. Each has a row before it is put; what no enquiry claims within
 * an hour is swept. When the store is lost or strangers have filled it, the rest is given up: the enquiry matters more.
 * @param files judged already, by `problemsOfFiles`
 * @throws Error if the database does not answer
 */
export async function keepFiles(app: App, files: ReceivedFile[], requestId?: string): Promise<KeptFiles> {
  const all = files.map(({ path, size, start, name, isLost }) => {
    const kind = findFileKind(start)!;
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
      await putInTurn(app, fileKey(ids[n]!), file, since);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      log.warn({ requestId, err: error }, 'files of an enquiry could not be kept');
      await forkEntityManager(app).nativeDelete(EnquiryFile, { id: ids.slice(n) }); // what came to the store is an orphan
      return { ids: ids.slice(0, n), lost: [...lost, ...names.slice(n)] };
    }
  return { ids, lost };
}

/** @param since when it began to wait, as `performance.now()` @throws StoreUnavailableError */
async function putInTurn(
  app: App,
  key: string,
  { path, size }: { path: string; size: number },
  since: number,
): Promise<void> {
  const lane = findLane(app);
  const release = await waitToPut('');
  try {
    if (lane.failedAt > since) throw new StoreUnavailableError('put: it failed a moment ago');
    if (performance.now() - since > PATIENCE_MS) throw new StoreUnavailableError('put: those before took too long');
    const bytes = await readInPlace(path, size);
    await app.store.put(key, bytes).catch((error: unknown) => {
      lane.failedAt = performance.now();
      throw error;
    });
  } finally {
    release();
  }
}

/** Removes those of some files that no enquiry has. @throws StoreUnavailableError */
export async function removeUnclaimed(em: EntityManager, ids: string[]): Promise<void> {
  const unclaimed = await em.find(EnquiryFile, { id: ids, message: null });
  await removeFiles(em, findApp(em).store, unclaimed.map(({ id }) => id)); // prettier-ignore
}

/** Removes files that no enquiry has: from the store first, so that none is forgotten there. */
export async function removeFiles(em: EntityManager, store: DocumentStore, ids: string[]): Promise<void> {
  for (const id of ids) await store.remove(fileKey(id));
  if (ids.length) await em.nativeDelete(EnquiryFile, { id: ids, message: null });
}

// Files on their way to an enquiry have a bound of their own: they take no room from those that arrived.
const MOST_UNCLAIMED = 200;
const MOST_UNCLAIMED_BYTES = 512 * MIB;

interface Named {
  size: number;
  kind: FileKind;
  name: string;
}

// SQL: claimed one after another, whichever process asks, so that together they stay below the sum.
/** Makes the rows of files that are to be put. @returns their ids, or null when there is no room for them */
async function claimRows(em: EntityManager, files: Named[]): Promise<string[] | null> {
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

/** Gives files that were kept to an enquiry that has none yet. */
export async function addFiles(em: EntityManager, reference: string, ids: string[]): Promise<void> {
  // SQL: all of them or none, by the reference alone.
  await em.execute(
    `update enquiry_files f set message_id = m.id from messages m where m.reference = ? and f.message_id is null
       and f.id = any(?::uuid[]) and not exists (select from enquiry_files where message_id = m.id)`,
    [reference, `{${ids.join(',')}}`],
  );
}

/** What the files of enquiries take in the store. */
export async function enquiryFilesBytes(em: EntityManager): Promise<number> {
  // SQL: MikroORM does not add up.
  const [row] = await em.execute<{ sum: string }[]>(
    'select coalesce(sum(size_bytes), 0) as sum from enquiry_files where message_id is not null',
  );
  return Number(row!.sum);
}

/** How full the room for files is, in words for staff once that is worth telling. */
export async function storeRoomProblem(em: EntityManager): Promise<string | null> {
  const most = findApp(em).env.ENQUIRY_FILES_MIB;
  const used = (await enquiryFilesBytes(em)) / MIB;
  if (used < most * 0.8) return null;
  return `Drawings and photos of enquiries take ${Math.round(used)} of ${most} MiB: more will soon be turned away. Delete old enquiries, or raise ENQUIRY_FILES_MIB.`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A file of an enquiry; null when there is none. @param id in whatever state */
export const findEnquiryFile = async (em: EntityManager, messageId: number, id: string): Promise<EnquiryFile | null> =>
  UUID.test(id) ? em.findOne(EnquiryFile, { id, message: messageId }) : null;

/** The files of an enquiry, in their order. */
export const listEnquiryFiles = (em: EntityManager, messageId: number): Promise<EnquiryFile[]> =>
  em.find(EnquiryFile, { message: messageId }, { orderBy: { position: 'asc' } });
