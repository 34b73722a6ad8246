import { isDeepStrictEqual } from 'node:util';
import { raw } from '@mikro-orm/core';
import { findApp, type App } from '#db/app.ts';
import { Revision, Trashed } from '#db/entities/history.ts';
import { lockTable } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import type { Role } from '../../accounts/staff.schema.ts';
import { addRevision, findCurrentRevision, type State } from './add-revision.server.ts';
import { findResource, savedState, readState, type Versioned, type VersionedRow } from './versioned.server.ts';
import { restorePlaces } from './move.server.ts';
import { moveToTrash, takeFromTrash } from './trash.server.ts';

/** How to undo changes of something other than versioned items and orders. */
export interface Undoable {
  role: Role;
  /** Undoes everything and describes it; null, with nothing changed, if somebody has changed any of it since. */
  undo: (em: EntityManager, revision: Revision, by: Actor) => Promise<{ what: string; back: string } | null>;
  showChange?: (app: App) => Promise<void>;
}
const undoables = new Map<string, Undoable>();

export const registerUndo = (noun: string, undo: Undoable): void => void undoables.set(noun, undo);

export async function roleToUndo(em: EntityManager, id: number): Promise<Role | null> {
  const revision = await em.findOne(Revision, { id }, { fields: ['noun'], disableIdentityMap: true });
  return revision && (undoables.get(revision.noun)?.role ?? (findResource(revision.noun) ? 'editor' : null));
}

/** Rolls everything back: somebody has changed the item or order since, or too much time has passed. */
class Outdated extends Error {}

/** Undoes a change within an hour, if nothing has changed since. Otherwise changes nothing and returns 'outdated'. */
export async function undo(
  em: EntityManager,
  id: number,
  by: Actor,
): Promise<{ outcome: 'saved'; what: string; back: string } | { outcome: 'outdated' }> {
  let resource: Versioned | undefined;
  let other: Undoable | undefined;
  try {
    const undone = await em.transactional(
      async (tx) => {
        const revision = await tx.findOne(Revision, { id, at: { $gt: raw<Date>("now() - interval '1 hour'") } });
        if (!revision) throw new Outdated();
        const { noun, itemId = null } = revision;
        resource = findResource(noun);
        other = undoables.get(noun);
        // The lock keeps others from saving between the comparison below and the change.
        if (resource) await lockTable(tx, resource.table);
        if (resource && (await findCurrentRevision(tx, noun, itemId))?.id !== id) throw new Outdated();
        const done = resource ? await undoVersioned(tx, resource, revision, by) : await other!.undo(tx, revision, by);
        if (!done) throw new Outdated();
        return done;
      },
      { clear: true },
    );
    await (resource ?? other)?.showChange?.(findApp(em));
    return { outcome: 'saved', ...undone };
  } catch (error) {
    if (error instanceof Outdated) return { outcome: 'outdated' };
    throw error;
  }
}

async function undoVersioned(tx: EntityManager, resource: Versioned, revision: Revision, by: Actor) {
  const { noun } = resource;
  const target = revision.parent && (await tx.findOne(Revision, { id: revision.parent }));
  if (!target) return null;
  // A 'found' revision is no change of anybody. Returning to its parent lets staff also undo the change before it.
  const returnsTo = (target.act === 'found' && target.parent) || target.id;
  const note = (state: State): Promise<number> =>
    addRevision(tx, { noun, itemId: revision.itemId ?? null, act: 'undone', state, returnsTo }, by);
  if (revision.itemId == null) {
    if (!(await restorePlaces(tx, resource, revision.state, target.state))) return null;
    await note(target.state);
    await recordActivity(tx, noun, by, `Undid a change of the order of ${noun}`);
    return { what: 'The order is as it was', back: resource.list() };
  }
  const row = await tx.findOne(resource.entity, { id: revision.itemId });
  const { left, before } = await withPlaces(tx, resource, revision, target.state, row);
  const unset = readState(resource, {} as VersionedRow); // nulls for properties that the revision does not know
  if (row && !isDeepStrictEqual(normalise(readState(resource, row)), normalise({ ...unset, ...left }))) return null;
  const undone = await note(before);
  const was = row && { ...row };
  const put = row
    ? target.act === 'deleted'
      ? await moveToTrash(tx, resource, row, undone, before)
      : tx.assign(row, savedState(resource, before))
    : await takeFromTrash(tx, resource, revision.itemId, before, 'old place');
  if (!put) return null;
  await tx.flush();
  if (was) await resource.onSaved?.(tx, was, put, by, revision.id);
  await recordActivity(tx, noun, by, `Undid a change of ${resource.called(put)}`, { noun, id: put.id });
  return { what: row ? 'It is as it was before' : 'It is back in its old place', back: resource.list(put) };
}

/**
 * The states after and before a change. Moves of other items also change an item's place: unless this change has set
 * it, both states get the item's present place.
 */
async function withPlaces(
  tx: EntityManager,
  resource: Versioned,
  revision: Revision,
  before: State,
  row: VersionedRow | null,
) {
  const left = revision.state;
  if (!('displayOrder' in resource.fields)) return { left, before };
  const { noun, id, itemId } = revision;
  // SQL: an item's place stands in its own revisions and in those of the order.
  const [was] = await tx.execute<{ place: number }[]>(
    `select (case when item_id is null then state -> ?::text else state -> 'displayOrder' end)::int as place
     from revisions where noun = ? and id < ? and (item_id = ? or item_id is null and jsonb_exists(state, ?::text))
     order by id desc limit 1`,
    [itemId, noun, id, itemId, itemId],
  );
  if (was && was.place !== left.displayOrder) return { left, before: { ...before, displayOrder: was.place } };
  const trashed = row ?? (await tx.findOne(Trashed, { noun, itemId: itemId! }))?.row;
  const { displayOrder } = (trashed ?? before) as Pick<VersionedRow, 'displayOrder'>;
  return { left: { ...left, displayOrder }, before: { ...before, displayOrder } };
}

/** A state as the database returns it. */
const normalise = (state: unknown): unknown => JSON.parse(JSON.stringify(state));
