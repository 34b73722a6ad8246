import type { EntityManager } from '#db/orm.ts';
import type { DocumentStore } from '../storage/document-store.ts';

const GRACE_MS = 3_600_000; // an upload in progress has its file before its row
const BATCH = 200;
const MOST = 2000; // a sweep ends; the next one goes on

/** Only what `documentKey` named: a bucket may hold things of others. */
const OURS = /^\d{10,}-.+\.pdf$/;

/**
 * Removes files that no document belongs to: what a killed upload or a store that was down has left. Only files older
 * than an hour, at most 2000 a time. Several processes may sweep at once: a file without a row never gets one again.
 * @param now milliseconds since 1970
 * @returns how many files were removed
 * @throws Error if the store or the database does not answer; the rest waits for the next sweep
 */
export async function sweepOrphans(em: EntityManager, store: DocumentStore, now: number = Date.now()): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeOrphans = async () => {
    const rows = await em.execute<{ file_path: string }[]>(
      'select file_path from pdf_documents where file_path in (select jsonb_array_elements_text(?::jsonb))',
      [JSON.stringify(batch)],
    );
    const owned = new Set(rows.map((row) => row.file_path));
    for (const key of batch.filter((key) => !owned.has(key))) {
      await store.remove(key);
      removed++;
    }
    batch = [];
  };
  for await (const { key, modifiedAt } of store.list()) {
    if (!OURS.test(key) || now - modifiedAt.getTime() < GRACE_MS) continue;
    batch.push(key);
    if (batch.length === BATCH) await removeOrphans();
    if (removed >= MOST) return removed;
  }
  if (batch.length) await removeOrphans();
  return removed;
}
