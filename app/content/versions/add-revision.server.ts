import { Revision } from '#db/entities/history.ts';
import type { EntityManager } from '#db/orm.ts';
import { lineSql, type Actor, type Line } from '../../audit/activities.server.ts';

/** What a revision stores: the state of an item, of an order, or of many items. */
export type State = Record<string, unknown>;

interface NewRevision {
  noun: string;
  itemId: number | null;
  act: Revision['act'];
  state: State;
  /** The former state. It is stored as well if there is no revision yet, or an order differs from its last revision. */
  before?: State | undefined;
  returnsTo?: number | null;
}

/** The caller must hold a lock on the item or order. @param line of the activity log @returns the revision's id */
export async function addRevision(
  em: EntityManager,
  { noun, itemId, act, state, before, returnsTo = null }: NewRevision,
  by: Actor,
  line?: Line,
): Promise<number> {
  // SQL: one statement finds the revision in force, and adds both states.
  const told = line && lineSql(line, by);
  const [added] = await em.execute<{ id: number }[]>(
    `with ${told ? `told as (${told.sql}), ` : ''}head as (
       select id, item_id, state from revisions where id = (
         select coalesce(returns_to_id, id) from revisions
         where noun = ? and item_id is not distinct from ?::int order by id desc limit 1)
     ), found as (
       insert into revisions (noun, item_id, act, state, parent_id)
       select ?, ?, 'found', before, (select id from head) from (select ?::jsonb as before) as given
       where before is not null and not exists (select from head where item_id is not null or state = before)
       returning id
     )
     insert into revisions (noun, item_id, who, act, state, returns_to_id, parent_id)
     select ?, ?, ?, ?, ?::jsonb, ?, coalesce((select id from found), (select id from head))
     from (select count(*) from found) as first returning id`,
    [
      ...(told?.values ?? []),
      ...[noun, itemId, noun, itemId, before ? JSON.stringify(before) : null],
      ...[noun, itemId, by.who, act, JSON.stringify(state), returnsTo],
    ],
  );
  return added!.id;
}

/** Finds the newest revision, or the one that it returned to; null without any. @param itemId null for the order */
export async function findCurrentRevision(em: EntityManager, noun: string, itemId: number | null) {
  const newest = await em.findOne(Revision, { noun, itemId }, { orderBy: { id: 'desc' } });
  return newest?.returnsTo ? em.findOne(Revision, { id: newest.returnsTo }) : newest;
}
