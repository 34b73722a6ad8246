import { isDeepStrictEqual } from 'node:util';
import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { lockTable } from '#db/lock-table.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { parseForm, redirectWithToast } from '../../forms/action.server.ts';
import { applyMove, moveSchema, type Move } from '../../forms/sortable/order.ts';
import { successToast } from '../../forms/toasts/toast.ts';
import { addRevision, type State } from './add-revision.server.ts';
import { orderFailed, singularTitle } from './history.ts';
import { inOrder, readResource, type Versioned, type VersionedRow } from './versioned.server.ts';

const readPlaces = (rows: readonly VersionedRow[]): State =>
  Object.fromEntries(rows.map(({ id, displayOrder }) => [id, displayOrder]));

/** Answers the form that moves an item. The caller has checked the role. */
export async function answerMove(context: AppLoadContext, request: Request, by: Actor) {
  const resource = readResource(request);
  const failed = orderFailed('', request.url);
  const form = await parseForm(context, request, moveSchema);
  if (!form.ok) return form.notDone(failed, 400);
  const moved = await moveVersioned(entityManager(context), resource, form.value, by);
  if (moved.outcome === 'gone') return form.notDone(failed, 404);
  if (moved.outcome === 'outdated') return form.notDone(failed, 409);
  const done = { title: `${singularTitle(resource.noun)} order updated successfully`, undo: moved.revision };
  return form.value.stay ? { notice: successToast(done) } : redirectWithToast(context, resource.list(), done);
}

interface Moved {
  outcome: 'saved' | 'gone' | 'outdated';
  revision?: number;
}

/** Moves an item, and numbers all items from 1. @returns 'outdated' if the item that it should come before is gone */
export async function moveVersioned<Row extends VersionedRow>(
  em: EntityManager,
  resource: Versioned<Row>,
  move: Move,
  by: Actor,
): Promise<Moved> {
  const { noun } = resource;
  const done = await em.transactional(async (tx): Promise<Moved> => {
    const rows = await lockRows(tx, resource);
    const order = applyMove(rows, move);
    if (!order) return { outcome: rows.some(({ id }) => id === move.id) ? 'outdated' : 'gone' };
    if (order.every(({ id }, place) => id === rows[place]!.id)) return { outcome: 'saved' };
    const state = Object.fromEntries(order.map(({ id }, place) => [id, place + 1]));
    await savePlaces(tx, resource, state);
    const row = rows.find(({ id }) => id === move.id)!;
    await recordActivity(tx, noun, by, `Moved ${resource.called(row)}`, { noun, id: row.id });
    const moved = { noun, itemId: null, act: 'moved', state, before: readPlaces(rows) } as const;
    return { outcome: 'saved', revision: await addRevision(tx, moved, by) };
  });
  if (done.outcome === 'saved') await resource.showChange(findApp(em));
  return done;
}

async function lockRows<Row extends VersionedRow>(tx: EntityManager, { table, entity }: Versioned<Row>) {
  await lockTable(tx, table);
  return (await tx.findAll(entity as never, inOrder as never)) as Row[];
}

/** Restores an order unless it has changed since the move. Items added or deleted since stay. @returns if it did */
export async function restorePlaces(tx: EntityManager, resource: Versioned, left: State, before: State) {
  const now = readPlaces(await lockRows(tx, resource));
  const isThere = ([id]: [string, unknown]) => id in now && id in left;
  const there = (places: State) => Object.fromEntries(Object.entries(places).filter(isThere));
  if (!isDeepStrictEqual(there(now), there(left))) return false;
  await savePlaces(tx, resource, before);
  return true;
}

/** @returns a function that gives an old state without its place if a later move has renumbered the list */
export async function readLastingState(em: EntityManager, { noun }: Pick<Versioned, 'noun'>, itemId: number) {
  // SQL: the state of an order has the items' ids as keys.
  const [move] = await em.execute<{ id: number }[]>(
    `select id from revisions where noun = ? and item_id is null and jsonb_exists(state, ?::text) order by id desc limit 1`,
    [noun, itemId],
  );
  return ({ id, state }: { id: number; state: State }): State => {
    const { displayOrder, ...rest } = state;
    return move && id < move.id ? rest : state;
  };
}

/** Sets places, also in the trash. If the item's form shows its place, this counts as a change of the item. */
async function savePlaces(
  tx: EntityManager,
  { noun, table, fields }: Pick<Versioned, 'noun' | 'table' | 'fields'>,
  places: State,
): Promise<void> {
  // SQL: all items at once.
  const given = JSON.stringify(places);
  await tx.execute(
    `update ${table} set display_order = place.value::int${'displayOrder' in fields ? ', version = version + 1' : ''}
     from jsonb_each_text(?::jsonb) as place where ${table}.id = place.key::int and display_order <> place.value::int`,
    [given],
  );
  await tx.execute(
    `update trash set row = jsonb_set(row, '{displayOrder}', place.value)
     from jsonb_each(?::jsonb) as place where noun = ? and item_id = place.key::int`,
    [given, noun],
  );
}
