import type { EntityName } from '@mikro-orm/core';
import { Trashed, type Revision } from '#db/entities/history.ts';
import type { EntityManager } from '#db/orm.ts';
import { deleteUnlessChanged, saveUnlessChanged, type Saved } from '#db/save-unless-changed.ts';
import { recordActivity, type Actor } from '../activity/activities.server.ts';
import type { ActivityKind } from '../activity/activity.schema.ts';
import type { Role } from '../staff/staff.schema.ts';

/** A row with a history. */
export interface KeptRow {
  id: number;
  version: number;
  displayOrder: number;
}
export type State = Record<string, unknown>;

/** What a noun says of itself to have a history, undo, a trash and an order. */
export interface Kept<Row extends KeptRow = KeptRow> {
  /** As in its addresses and in the activity log. */
  noun: ActivityKind & string;
  role: Role;
  entity: EntityName<Row>;
  table: string;
  /** Its state: the properties that a save may change, and what the history calls them; '' is not shown by itself. */
  fields: { [Name in keyof Row & string]?: string };
  /** What the activity log and people call one. */
  called: (row: Row) => string;
  /** How a property reads in the history; null as it is. */
  shown?: (name: string, state: State, row: Row) => string | null;
  /** Public pages of this process follow. */
  showChange: () => Promise<void>;
  /** Where staff find it: the list, and the item where it has a place of its own there. */
  list: (row?: Row) => string;
}

const kinds = new Map<string, Kept>();

/** Makes a noun one with a history. */
export function kept<Row extends KeptRow>(kind: Kept<Row>): Kept<Row> {
  kinds.set(kind.noun, kind as unknown as Kept);
  return kind;
}

/** The noun of that name that has a history. */
export const keptKind = (noun: string): Kept | undefined => kinds.get(noun);

/** The state of a row, as a revision keeps it. */
export const stateOf = <Row extends KeptRow>({ fields }: Kept<Row>, row: Row): State =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as keyof Row] ?? null]));

const done = { added: 'Added', changed: 'Changed', deleted: 'Deleted', restored: 'Restored', moved: 'Moved' };

interface Told {
  act: keyof typeof done;
  before?: State | undefined;
}

/** Writes down what was done to an item: its new state and a line of the activity log. @returns the revision */
export async function tellKept<Row extends KeptRow>(
  em: EntityManager,
  kind: Kept<Row>,
  row: Row,
  by: Actor,
  { act, before }: Told,
): Promise<number> {
  await recordActivity(em, kind.noun, by, `${done[act]} ${kind.called(row)}`, { noun: kind.noun, id: row.id });
  return addRevision(em, { noun: kind.noun, itemId: row.id, act, state: stateOf(kind, row), before }, by);
}

interface NewRevision {
  noun: string;
  itemId: number | null;
  act: Revision['act'];
  state: State;
  /** The state before, which is kept as well where nothing is known of the item yet. */
  before?: State | undefined;
  returnsTo?: number | null;
}

/** Keeps a state. The caller holds a lock of what it is of. @returns the id of its revision */
export async function addRevision(
  em: EntityManager,
  { noun, itemId, act, state, before, returnsTo = null }: NewRevision,
  by: Actor,
): Promise<number> {
  // SQL: one question for what is in force, what was found, and what is new.
  const [added] = await em.execute<{ id: number }[]>(
    `with head as (
       select coalesce(returns_to_id, id) as id from revisions
       where noun = ? and item_id is not distinct from ?::int order by revisions.id desc limit 1
     ), found as (
       insert into revisions (noun, item_id, act, state)
       select ?, ?, 'found', before from (select ?::jsonb as before) as given
       where before is not null and not exists (select from head) returning id
     )
     insert into revisions (noun, item_id, who, act, state, returns_to_id, parent_id)
     select ?, ?, ?, ?, ?::jsonb, ?, (select id from (select id from head union all select id from found) as known)
     from (select count(*) from found) as first returning id`,
    [
      ...[noun, itemId],
      ...[noun, itemId, before ? JSON.stringify(before) : null],
      ...[noun, itemId, by.who, act, JSON.stringify(state), returnsTo],
    ],
  );
  return added!.id;
}

/**
 * Saves fields of an item unless somebody else has changed it since, and keeps what it was.
 * @param version the state that the change was made on
 */
export async function saveKept<Row extends KeptRow>(
  em: EntityManager,
  kind: Kept<Row>,
  where: { id: number } & Partial<Row>,
  version: number,
  fields: Partial<Row>,
  by: Actor,
  act: 'changed' | 'restored' = 'changed',
): Promise<Saved<Row>> {
  const tell = (tx: EntityManager, row: Row, before: Row) =>
    tellKept(tx, kind, row, by, { act, before: stateOf(kind, before) });
  const saved = await saveUnlessChanged(em, kind.entity, where, version, fields, tell);
  if (saved.outcome === 'saved') await kind.showChange();
  return saved;
}

/**
 * Puts an item into the trash unless somebody has changed it since.
 * @param version the state that was shown; null deletes any
 */
export async function deleteKept<Row extends KeptRow>(
  em: EntityManager,
  kind: Kept<Row>,
  id: number,
  version: number | null,
  by: Actor,
): Promise<Saved<Row>> {
  const deleted = await deleteUnlessChanged(em, kind.entity, id, version, async (tx, row) => {
    const revision = await tellKept(tx, kind, row, by, { act: 'deleted', before: stateOf(kind, row) });
    await tx.insert(Trashed, { revision, noun: kind.noun, itemId: id, row: { ...row } });
    return revision;
  });
  if (deleted.outcome === 'saved') await kind.showChange();
  return deleted;
}
