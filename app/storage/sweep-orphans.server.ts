import type { EntityManager } from '#db/orm.ts';
import type { DocumentStore } from './document-store.ts';

const GRACE_MS = 3_600_000; // an upload in progress has its file before its row
const BATCH = 200;
const MOST = 2000; // a sweep must end; the next removes the rest

/** The bucket may hold other people's files, which stay. */
export interface Owner {
  keys: RegExp;
  /** SQL that selects, as `key`, the keys of a JSON array that a row has. */
  owned: string;
}

/** Older than an hour, at most 2000 a time: such a file never gets a row. @throws Error if store or database fail */
export async function sweepOrphans(
  em: EntityManager,
  store: DocumentStore,
  owners: readonly Owner[],
  now: number = Date.now(),
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeOrphans = async () => {
    const owned = new Set<string>();
    for (const owner of owners) {
      // SQL: for a whole batch at once.
      const rows = await em.execute<{ key: string }[]>(owner.owned, [
        JSON.stringify(batch.filter((key) => owner.keys.test(key))),
      ]);
      for (const { key } of rows) owned.add(key);
    }
    for (const key of batch.filter((key) => !owned.has(key))) {
      await store.remove(key);
      removed++;
    }
    batch = [];
  };
  for await (const { key, modifiedAt } of store.list()) {
    if (!owners.some(({ keys }) => keys.test(key)) || now - modifiedAt.getTime() < GRACE_MS) continue;
    batch.push(key);
    if (batch.length === BATCH) await removeOrphans();
    if (removed >= MOST) return removed;
  }
  if (batch.length) await removeOrphans();
  return removed;
}
