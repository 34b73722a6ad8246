import type { EntityName, FilterQuery } from '@mikro-orm/core';
import { findApp, type App } from '#db/app.ts';
import { Trashed } from '#db/entities/history.ts';
import type { EntityManager } from '#db/orm.ts';
import { deleteUnlessChanged, saveUnlessChanged, type Saved } from '#db/save-unless-changed.ts';
import type { Actor } from '../../audit/activities.server.ts';
import type { VersionedNoun } from '../../audit/activity.schema.ts';
import { notFound } from '../../http/addresses.server.ts';
import type { Role } from '../../accounts/staff.schema.ts';
import { addRevision, type State } from './add-revision.server.ts';
import { nounIn, type Deletable } from './history.ts';

/** A row with a history. */
export interface VersionedRow {
  id: number;
  version: number;
  displayOrder: number;
}

/** Describes a noun that has a history, undo, a trash and an order. */
export interface Versioned<Row extends VersionedRow = VersionedRow> {
  /** The plural, as in its addresses and in the activity log. */
  noun: VersionedNoun;
  /** What the activity log calls all of them. */
  label: string;
  role: Role;
  entity: EntityName<Row>;
  table: string;
  /** The properties that a save may change, with their names in the history; one named '' is not shown by itself. */
  fields: { [Name in keyof Row & string]?: string };
  /** What the activity log and people call an item. */
  called: (row: Row) => string;
  /** How the history words a property; null leaves the value as it is. */
  shown?: (name: string, state: State, row: Row) => string | null;
  /** Makes the public pages of an app show a change. */
  showChange: (app: App) => Promise<void>;
  /** Where staff find it: the list, and the item where it has a place of its own there. */
  list: (row?: Row) => string;
  /** The address where an item is edited, by its id and, where a column groups items, its group. */
  edit: (id: number, group: string) => string;
  group?: string;
  /** The public page that it disappears from when it is deleted, and what of it is shown besides its title. */
  deletion?: { from: string; more: keyof Row & string };
}

const kinds = new Map<string, Versioned>();

/** Registers a noun that has a history. */
export function versioned<Row extends VersionedRow>(
  said: Omit<Versioned<Row>, 'noun'> & { noun: string },
): Versioned<Row> {
  const kind = said as Versioned<Row>;
  kinds.set(kind.noun, kind as unknown as Versioned);
  return kind;
}

/** All nouns with a history, by what they are called. */
export const versionedKinds = (): Versioned[] => [...kinds.values()].sort((a, b) => a.label.localeCompare(b.label));

/** The noun of that name, if it has a history. */
export const versionedKind = (noun: string): Versioned | undefined => kinds.get(noun);

/** The noun that a request's address is about. */
export function versionedIn({ url }: Request): Versioned {
  const kind = versionedKind(nounIn(url));
  if (!kind) throw notFound();
  return kind;
}

/** The state of a row, as a revision keeps it. */
export const stateOf = <Row extends VersionedRow>({ fields }: Versioned<Row>, row: Row): State =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as keyof Row] ?? null]));

/** The part of a state that a save may give back. */
export const savedState = <Row extends VersionedRow>({ fields }: Versioned<Row>, state: State) =>
  Object.fromEntries(Object.entries(state).filter(([name]) => name in fields)) as Partial<Row>;

const done = { added: 'Added', changed: 'Changed', deleted: 'Deleted', restored: 'Restored', moved: 'Moved' };

interface Told {
  act: keyof typeof done;
  before?: State | undefined;
  /** The item's place in the order, stored with a deletion. */
  place?: number;
}

/** Writes down what was done to an item: its new state and a line of the activity log. @returns the revision */
export async function recordRevision<Row extends VersionedRow>(
  em: EntityManager,
  kind: Versioned<Row>,
  row: Row,
  by: Actor,
  { act, before, place }: Told,
): Promise<number> {
  const { noun } = kind;
  const line = { kind: noun, what: `${done[act]} ${kind.called(row)}`, about: { noun, id: row.id } };
  const state = { ...stateOf(kind, row), ...(place === undefined ? {} : { displayOrder: place }) };
  return addRevision(em, { noun, itemId: row.id, act, state, before }, by, line);
}

/**
 * Saves fields of an item, all of which its history keeps, unless somebody else has changed it since; keeps what it was.
 * @param version the state that the change was made on
 */
export async function saveVersioned<Row extends VersionedRow>(
  em: EntityManager,
  kind: Versioned<Row>,
  where: { id: number } & Partial<Row>,
  version: number,
  fields: Partial<Row>,
  by: Actor,
  act: 'changed' | 'restored' = 'changed',
): Promise<Saved<Row>> {
  const unkept = Object.keys(fields).filter((name) => !(name in kind.fields));
  if (unkept.length) throw new Error(`the history of ${kind.noun} does not keep ${unkept.join(', ')}`); // undo would lose it
  const tell = (tx: EntityManager, row: Row, before: Row) =>
    recordRevision(tx, kind, row, by, { act, before: stateOf(kind, before) });
  const saved = await saveUnlessChanged(em, kind.entity, where, version, fields, tell);
  if (saved.outcome === 'saved') await kind.showChange(findApp(em));
  return saved;
}

/** The part of a row that is shown to somebody who deletes it. */
export function deletable<Row extends VersionedRow>({ deletion }: Versioned<Row>, row: Row): Deletable {
  const { id, version, title } = row as Row & { title: string };
  return { id, version, title, more: ((deletion && row[deletion.more]) as string | null | undefined) ?? null };
}

/** An item that may be deleted, as it is stored now; null if there is none of that id. */
export async function findDeletable<Row extends VersionedRow>(
  em: EntityManager,
  kind: Versioned<Row>,
  id: number,
): Promise<Deletable | null> {
  const row = await em.findOne(kind.entity, { id } as FilterQuery<Row>, { disableIdentityMap: true });
  return row && deletable(kind, row as Row);
}

/**
 * Puts an item into the trash unless somebody has changed it since.
 * @param version the state that was shown; null deletes any
 */
export async function deleteVersioned<Row extends VersionedRow>(
  em: EntityManager,
  kind: Versioned<Row>,
  id: number,
  version: number | null,
  by: Actor,
): Promise<Saved<Row>> {
  const deleted = await deleteUnlessChanged(em, kind.entity, id, version, async (tx, row) => {
    const told = { act: 'deleted', before: stateOf(kind, row), place: row.displayOrder } as const;
    const revision = await recordRevision(tx, kind, row, by, told);
    await tx.insert(Trashed, { revision, noun: kind.noun, itemId: id, row: { ...row } });
    return revision;
  });
  if (deleted.outcome === 'saved') await kind.showChange(findApp(em));
  return deleted;
}
