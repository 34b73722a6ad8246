import { isDeepStrictEqual } from 'node:util';
import { Revision, Trashed } from '#db/entities/history.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Saved } from '#db/save-unless-changed.ts';
import { recordActivity, type Actor } from '../activity/activities.server.ts';
import type { Role } from '../staff/staff.schema.ts';
import { addRevision, keptKind, saveKept, stateOf, tellKept, type Kept, type KeptRow } from './kept.server.ts';
import { putPlaces } from './move.server.ts';

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
  const note = (state: Revision['state']): Promise<number> =>
    addRevision(tx, { noun, itemId: revision.itemId ?? null, act: 'undone', state, returnsTo: target.id }, by);
  if (revision.itemId == null) {
    if (!(await putPlaces(tx, kind, revision.state, target.state))) return null;
    await note(target.state);
    await recordActivity(tx, noun, by, `Undid a change of the order of ${noun}`);
    return { what: 'The order is as it was', back: kind.list() };
  }
  const row = await tx.findOne(kind.entity, { id: revision.itemId });
  if (row && !isDeepStrictEqual(plain(stateOf(kind, row)), plain(revision.state))) return null;
  const undone = await note(target.state);
  const put = row
    ? target.act === 'deleted'
      ? await putAway(tx, kind, row, undone)
      : tx.assign(row, target.state as Partial<KeptRow>)
    : await putBack(tx, kind, revision.itemId, target.state, 'old place');
  if (!put) return null;
  await tx.flush();
  await recordActivity(tx, noun, by, `Undid a change of ${kind.called(put)}`, { noun, id: put.id });
  return { what: row ? 'It is as it was before' : 'It is back in its old place', back: kind.list(put) };
}

async function putAway(tx: EntityManager, { noun, entity }: Kept, row: KeptRow, revision: number): Promise<KeptRow> {
  await tx.insert(Trashed, { revision, noun, itemId: row.id, row: { ...row } });
  await tx.nativeDelete(entity, { id: row.id });
  tx.clear();
  return row;
}

/** Takes an item out of the trash. @returns null where it is not there */
async function putBack(
  tx: EntityManager,
  kind: Kept,
  itemId: number,
  state: Revision['state'],
  place: 'old place' | 'end',
): Promise<KeptRow | null> {
  const { noun, table, entity } = kind;
  const trashed = await tx.findOne(Trashed, { noun, itemId });
  if (!trashed) return null;
  const was = trashed.row as unknown as KeptRow;
  const row = { ...was, submissionKey: null, ...state, version: was.version + 1 };
  if (!('displayOrder' in kind.fields)) {
    // SQL: whoever has got its place moves on by one; at the end there is room.
    if (place === 'old place')
      await tx.execute(
        `update ${table} set display_order = display_order + 1
         where display_order >= ? and exists (select from ${table} where display_order = ?)`,
        [was.displayOrder, was.displayOrder],
      );
    else
      row.displayOrder = (
        await tx.execute<{ last: number }[]>(`select coalesce(max(display_order), 0) + 1 as last from ${table}`)
      )[0]!.last;
  }
  await tx.nativeDelete(Trashed, { revision: trashed.revision });
  await tx.insert(entity, row);
  return row;
}

/** As the database gives it back. */
const plain = (state: unknown): unknown => JSON.parse(JSON.stringify(state));

/**
 * Saves an old state of an item as a new one; one in the trash comes back with it.
 * @param revision of the old state
 * @param version the state of the item that was shown; null where it was in the trash
 */
export async function restore<Row extends KeptRow>(
  em: EntityManager,
  kind: Kept<Row>,
  itemId: number,
  revision: number,
  version: number | null,
  by: Actor,
): Promise<Saved<Row>> {
  const { noun } = kind;
  const old = await em.findOne(Revision, { id: revision, noun, itemId }, { disableIdentityMap: true });
  if (!old) return { outcome: 'gone' };
  if (version !== null)
    return saveKept(
      em,
      kind,
      { id: itemId } as { id: number } & Partial<Row>,
      version,
      old.state as Partial<Row>,
      by,
      'restored',
    );
  const saved = await em.transactional(async (transaction): Promise<Saved<Row>> => {
    const tx = transaction as EntityManager;
    await tx.execute(`lock table ${kind.table} in share row exclusive mode`);
    const row = (await putBack(tx, kind as unknown as Kept, itemId, old.state, 'end')) as Row | null;
    if (!row) return { outcome: 'gone' };
    return { outcome: 'saved', stored: row, revision: await tellKept(tx, kind, row, by, { act: 'restored' }) };
  });
  if (saved.outcome === 'saved') await kind.showChange();
  return saved;
}
