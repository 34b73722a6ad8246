import { isDeepStrictEqual } from 'node:util';
import { Revision, Trashed } from '#db/entities/history.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../activity/activities.server.ts';
import type { Role } from '../staff/staff.schema.ts';
import { addRevision, type State } from './add-revision.server.ts';
import { keptKind, savedState, stateOf, type Kept, type KeptRow } from './kept.server.ts';
import { putPlaces } from './move.server.ts';
import { putAway, putBack } from './trash.server.ts';

const HOUR = "interval '1 hour'";

/** What can be undone besides the changes of single items and of orders: what was done to many at once. */
export interface Undoable {
  role: Role;
  /** Puts everything back, and says what. @returns null, and nothing is changed, where somebody has changed any of it since */
  undo: (em: EntityManager, revision: Revision, by: Actor) => Promise<{ what: string; back: string } | null>;
}
const undoables = new Map<string, Undoable>();

/** Makes what is done to many items of a noun something that can be undone. */
export const undoable = (noun: string, undo: Undoable): void => void undoables.set(noun, undo);

/** Who may undo a change; null where there is none such. */
export async function roleToUndo(em: EntityManager, id: number): Promise<Role | null> {
  const revision = await em.findOne(Revision, { id }, { fields: ['noun'], disableIdentityMap: true });
  return revision && ((undoables.get(revision.noun) ?? keptKind(revision.noun))?.role ?? null);
}

/** Thrown to roll everything back: somebody has changed it since, or too much time has passed. */
class Outdated extends Error {}

/**
 * Undoes a change of the last hour, if what it changed is as it left it.
 * @param id the revision that the change made
 * @returns what was undone, and where it is seen; 'outdated' where nothing was changed
 */
export async function undo(
  em: EntityManager,
  id: number,
  by: Actor,
): Promise<{ outcome: 'saved'; what: string; back: string } | { outcome: 'outdated' }> {
  let kind: Kept | undefined;
  try {
    const undone = await em.transactional(
      async (transaction) => {
        const tx = transaction as EntityManager;
        const [found] = await tx.execute<{ noun: string }[]>(
          `select noun from revisions where id = ? and at > now() - ${HOUR}`,
          [id],
        );
        if (!found) throw new Outdated();
        kind = keptKind(found.noun);
        // Nobody saves meanwhile: what is compared below is what is changed.
        if (kind) await tx.execute(`lock table ${kind.table} in share row exclusive mode`);
        const revision = await tx.findOneOrFail(Revision, { id });
        if (kind && (await headOf(tx, revision)) !== id) throw new Outdated();
        const done = kind
          ? await undoKept(tx, kind, revision, by)
          : await undoables.get(found.noun)!.undo(tx, revision, by);
        if (!done) throw new Outdated();
        return done;
      },
      { clear: true },
    );
    await kind?.showChange();
    return { outcome: 'saved', ...undone };
  } catch (error) {
    if (error instanceof Outdated) return { outcome: 'outdated' };
    throw error;
  }
}

/** The revision in force: the newest, or the one that it has put in force again. */
async function headOf(em: EntityManager, { noun, itemId }: Revision): Promise<number> {
  const newest = await em.findOneOrFail(Revision, { noun, itemId }, { orderBy: { id: 'desc' } });
  return newest.returnsTo ?? newest.id;
}

async function undoKept(tx: EntityManager, kind: Kept, revision: Revision, by: Actor) {
  const { noun } = kind;
  const target = revision.parent && (await tx.findOne(Revision, { id: revision.parent }));
  if (!target) return null;
  // An order that was found is no change: the one before it can be undone again.
  const returnsTo = (target.act === 'found' && target.parent) || target.id;
  const note = (state: State): Promise<number> =>
    addRevision(tx, { noun, itemId: revision.itemId ?? null, act: 'undone', state, returnsTo }, by);
  if (revision.itemId == null) {
    if (!(await putPlaces(tx, kind, revision.state, target.state))) return null;
    await note(target.state);
    await recordActivity(tx, noun, by, `Undid a change of the order of ${noun}`);
    return { what: 'The order is as it was', back: kind.list() };
  }
  const row = await tx.findOne(kind.entity, { id: revision.itemId });
  const { left, before } = await withPlaces(tx, kind, revision, target.state, row);
  if (row && !isDeepStrictEqual(plain(stateOf(kind, row)), plain(left))) return null;
  const undone = await note(before);
  const put = row
    ? target.act === 'deleted'
      ? await putAway(tx, kind, row, undone, before)
      : tx.assign(row, savedState(kind, before))
    : await putBack(tx, kind, revision.itemId, before, 'old place');
  if (!put) return null;
  await tx.flush();
  await recordActivity(tx, noun, by, `Undid a change of ${kind.called(put)}`, { noun, id: put.id });
  return { what: row ? 'It is as it was before' : 'It is back in its old place', back: kind.list(put) };
}

/**
 * What a change has left and what was before it. Where the place of an item is part of its state, a move of others changes it,
 * too: a change that did not set it leaves the item where it is now.
 */
async function withPlaces(tx: EntityManager, kind: Kept, revision: Revision, before: State, row: KeptRow | null) {
  const left = revision.state;
  if (!('displayOrder' in kind.fields)) return { left, before };
  const { noun, id, itemId } = revision;
  // SQL: the place is told by the item's own revisions and by those of the order.
  const [was] = await tx.execute<{ place: number }[]>(
    `select (case when item_id is null then state -> ?::text else state -> 'displayOrder' end)::int as place
     from revisions where noun = ? and id < ? and (item_id = ? or item_id is null and jsonb_exists(state, ?::text))
     order by id desc limit 1`,
    [itemId, noun, id, itemId, itemId],
  );
  if (was && was.place !== left.displayOrder) return { left, before: { ...before, displayOrder: was.place } };
  const trashed = row ?? (await tx.findOne(Trashed, { noun, itemId: itemId! }))?.row;
  const { displayOrder } = (trashed ?? before) as Pick<KeptRow, 'displayOrder'>;
  return { left: { ...left, displayOrder }, before: { ...before, displayOrder } };
}

/** As the database gives it back. */
const plain = (state: unknown): unknown => JSON.parse(JSON.stringify(state));
