import { isDeepStrictEqual } from 'node:util';
import { LockMode, OptimisticLockError, type EntityName, type FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from './orm.ts';

/**
 * The outcome of a change from an older state: it was saved, the row is gone, or somebody else was first. `stored` is the
 * current row, or the last state of a deleted one; `revision` can be undone.
 */
export type Saved<Stored> =
  | { outcome: 'saved' | 'outdated'; stored: Stored; revision?: number | undefined }
  | { outcome: 'gone' };

/** A row whose saves MikroORM counts in its `version()` property. */
interface Versioned {
  id: number;
  version: number;
}

/** Records a change within its transaction. @returns its revision, if it has one */
type Tell<Row> = (em: EntityManager, row: Row, before: Row) => Promise<number | void>;

/**
 * Saves fields of a row unless somebody else has changed it since. A row that already has these values counts as saved:
 * the same form was sent twice.
 * @param version the state that the change started from
 * @param tell is called if anything has changed
 */
export async function saveUnlessChanged<Row extends Versioned>(
  em: EntityManager,
  entity: EntityName<Row>,
  where: FilterQuery<Row>,
  version: number,
  fields: Partial<Row>,
  tell: Tell<Row>,
): Promise<Saved<Row>> {
  try {
    return await em.transactional(
      async (tx): Promise<Saved<Row>> => {
        const found = await tx.findOne(entity, where, { lockMode: LockMode.OPTIMISTIC, lockVersion: version });
        if (!found) return { outcome: 'gone' };
        const before = { ...found } as Row;
        Object.assign(found, fields);
        await tx.flush();
        const stored = found as Row;
        const isChanged = stored.version !== version;
        const revision = isChanged ? await tell(tx, stored, before) : undefined;
        return { outcome: 'saved', stored, revision: revision ?? undefined };
      },
      { clear: true },
    );
  } catch (error) {
    if (!(error instanceof OptimisticLockError)) throw error;
  }
  const stored = await em.findOne(entity, where, { disableIdentityMap: true });
  if (!stored) return { outcome: 'gone' };
  const isSame = (Object.keys(fields) as (keyof Row)[]).every((name) => isDeepStrictEqual(stored[name], fields[name]));
  return { outcome: isSame ? 'saved' : 'outdated', stored };
}

/**
 * Deletes a row unless somebody else has changed it since.
 * @param version the state that the user saw; null deletes any state
 * @param tell gets the deleted row
 */
export async function deleteUnlessChanged<Row extends Versioned>(
  em: EntityManager,
  entity: EntityName<Row>,
  id: number,
  version: number | null,
  tell: Tell<Row>,
): Promise<Saved<Row>> {
  const stored = await em.findOne(entity, { id } as FilterQuery<Row>, { disableIdentityMap: true });
  if (!stored) return { outcome: 'gone' };
  if (version !== null && stored.version !== version) return { outcome: 'outdated', stored };
  const revision = await em.transactional(async (tx) => {
    if (!(await tx.nativeDelete(entity, { id, version: stored.version } as FilterQuery<Row>))) return null;
    return (await tell(tx, stored, stored)) ?? undefined;
  });
  return revision === null
    ? deleteUnlessChanged(em, entity, id, version, tell)
    : { outcome: 'saved', stored, revision };
}

/** The same outcome with the stored row in another shape. */
export const showing = <Row, Shown>(saved: Saved<Row>, shown: (row: Row) => Shown): Saved<Shown> =>
  saved.outcome === 'gone' ? saved : { ...saved, stored: shown(saved.stored) };
