import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { Revision, Trashed } from '#db/entities/history.ts';
import { lockTable } from '#db/lock-table.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import type { Saved } from '#db/save-unless-changed.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { readOrExplain } from '../../forms/action.server.ts';
import { localDay, localTime } from '../../time/dates.ts';
import { findCurrentRevision, type State } from './add-revision.server.ts';
import { readLastingState } from './move.server.ts';
import { savedState, saveVersioned, recordRevision, type Versioned, type VersionedRow } from './versioned.server.ts';

const LIST_MAX = 500; // nobody deletes more before the sweep

/** Reads the items or, in the trash view, the deleted ones; neither if it fails. */
export const readManaged = <Item>(
  context: AppLoadContext,
  { url }: Request,
  resource: Pick<Versioned, 'noun'>,
  list: (em: EntityManager) => Promise<Item[]>,
) =>
  readOrExplain(context, `Failed to fetch ${resource.noun}`, async () => {
    const em = entityManager(context);
    const isTrash = new URL(url).searchParams.get('view') === 'trash';
    return isTrash ? { items: [], trash: await listTrash(em, resource) } : { items: await list(em), trash: undefined };
  });

export type TrashedItem = Awaited<ReturnType<typeof listTrash>>[number];

/** The latest comes first. The list has no pages, since the sweep empties the trash. */
export async function listTrash(em: EntityManager, { noun }: Pick<Versioned, 'noun'>) {
  // SQL: the revision holds who deleted the item.
  const found = await em.execute<{ id: number; revision: number; title: string; who: string; ms: number }[]>(
    `select t.item_id as id, t.revision_id as revision, t.row ->> 'title' as title, r.who,
       (extract(epoch from t.deleted_at) * 1000)::float8 as ms
     from trash t join revisions r on r.id = t.revision_id where t.noun = ?
     order by t.deleted_at desc, t.revision_id desc limit ${LIST_MAX}`,
    [noun],
  );
  return found.map(({ ms, ...item }) => ({
    ...item,
    deleted: `${localDay(new Date(ms))}, ${localTime(new Date(ms))}`,
  }));
}

/** Moves an item back to the trash. @param deletion its state at the deletion, with its place */
export async function moveToTrash(
  tx: EntityManager,
  { noun, entity }: Versioned,
  row: VersionedRow,
  revision: number,
  deletion: State,
): Promise<VersionedRow> {
  const trashed = { ...row, ...deletion };
  await tx.insert(Trashed, { revision, noun, itemId: row.id, row: trashed });
  await tx.nativeDelete(entity, { id: row.id });
  tx.clear();
  return trashed;
}

/** Takes an item out of the trash and gives it this state. @returns null if it is not in the trash */
export async function takeFromTrash(
  tx: EntityManager,
  resource: Versioned,
  itemId: number,
  state: State,
  place: 'old place' | 'end',
): Promise<VersionedRow | null> {
  const { noun, table, entity } = resource;
  const trashed = await tx.findOne(Trashed, { noun, itemId });
  if (!trashed) return null;
  const was = trashed.row as unknown as VersionedRow;
  const row = { ...was, submissionKey: null, ...state, version: was.version + 1 };
  if (!('displayOrder' in resource.fields)) {
    if (place === 'old place') {
      // If nothing was moved since its deletion, the item returns to its place, even a shared one, before added items.
      // After a move, the items from that place on move on by one if it would come after the first of them.
      const order = await findCurrentRevision(tx, noun, null);
      if (order && order.act !== 'found' && order.id > trashed.revision)
        // SQL: a row's new value is made of its old one.
        await tx.execute(
          `update ${table} set display_order = display_order + 1
           where display_order >= ? and exists (select from ${table} where display_order = ? and id < ?)`,
          [was.displayOrder, was.displayOrder, itemId],
        );
    } else
      // SQL: computes the next place.
      row.displayOrder = (
        await tx.execute<{ last: number }[]>(`select coalesce(max(display_order), 0) + 1 as last from ${table}`)
      )[0]!.last;
  }
  await tx.nativeDelete(Trashed, { revision: trashed.revision });
  await tx.insert(entity, row);
  return row;
}

/** Restores a revision, and the item from the trash. @param version of the shown item; null if it was in the trash */
export async function restore(
  em: EntityManager,
  resource: Versioned,
  itemId: number,
  revision: number,
  version: number | null,
  by: Actor,
): Promise<Saved<VersionedRow>> {
  const { noun } = resource;
  const old = await em.findOne(Revision, { id: revision, noun, itemId }, { disableIdentityMap: true });
  if (!old) return { outcome: 'gone' };
  const state = (await readLastingState(em, resource, itemId))(old);
  const where = { id: itemId };
  if (version !== null) return saveVersioned(em, resource, where, version, savedState(resource, state), by, 'restored');
  const saved = await em.transactional(async (tx): Promise<Saved<VersionedRow>> => {
    await lockTable(tx, resource.table);
    const trashed = await tx.findOne(Trashed, { noun, itemId });
    const row = await takeFromTrash(tx, resource, itemId, state, 'end');
    if (!row) {
      const live = await tx.findOne(resource.entity, where); // restored already
      return live ? { outcome: 'saved', stored: live } : { outcome: 'gone' };
    }
    const restored = await recordRevision(tx, resource, row, by, { act: 'restored' });
    await resource.onSaved?.(tx, trashed!.row as unknown as VersionedRow, row, by);
    return { outcome: 'saved', stored: row, revision: restored };
  });
  if (saved.outcome === 'saved') await resource.showChange(findApp(em));
  return saved;
}
