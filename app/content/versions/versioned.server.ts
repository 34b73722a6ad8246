import type { EntityName, FilterQuery, RequiredEntityData } from '@mikro-orm/core';
import { findApp, type App } from '#db/app.ts';
import { Trashed } from '#db/entities/history.ts';
import { lockTable } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { deleteUnlessChanged, saveUnlessChanged, type Saved } from '#db/save-unless-changed.ts';
import type { Actor } from '../../audit/activities.server.ts';
import type { VersionedNoun } from '../../audit/activity.schema.ts';
import { submissionKey } from '../../forms/form.server.ts';
import { requireFound } from '../../http/addresses.server.ts';
import { INT_MAX } from '../../schemas/limits.ts';
import { addRevision, type State } from './add-revision.server.ts';
import { readNoun } from './history.ts';

export interface VersionedRow {
  id: number;
  version: number;
  displayOrder: number;
}

/** A resource whose items have an order, a history and a trash, and whose changes editors can undo. */
export interface Versioned<Row extends VersionedRow = VersionedRow> {
  /** The plural, as in addresses and the activity log. */
  noun: VersionedNoun;
  /** The plural as the activity log shows it. */
  label: string;
  entity: EntityName<Row>;
  table: string;
  /** The properties that a save may change, with their names in the history; those named '' are not shown. */
  fields: { [Name in keyof Row & string]?: string };
  /** What people call an item. */
  called: (row: Row) => string;
  /** Formats a property for the history; null shows the stored value. */
  shown?: (name: string, state: State, row: Row) => string | null;
  /** Runs in the transaction of each save, restore and undo. @param undoes the revision that an undo takes back */
  onSaved?: (tx: EntityManager, before: Row, after: Row, by: Actor, undoes?: number) => Promise<void>;
  /** Makes the app's public pages show a change. */
  showChange: (app: App) => Promise<void>;
  /** The address of the list, or of an item's own place in it. */
  list: (row?: Row) => string;
  /** The address of an item's form, by its id and its group, if items have one. */
  edit: (id: number, group: string) => string;
  group?: string;
  /** For the question before a deletion: the public page, and the property that is shown below the title. */
  deletion?: { from: string; more: keyof Row & string };
}

/** Without identity map, because an entity in memory may be older than a change by SQL. */
export const inOrder = { orderBy: { displayOrder: 'asc', id: 'asc' }, disableIdentityMap: true } as const;

const resources = new Map<string, Versioned>();

export function versioned<Row extends VersionedRow>(
  // The trash lists items by their `title`.
  description: Omit<Versioned<Row>, 'noun'> & { noun: string } & (Row extends { title: string }
      ? object
      : { deletion?: never }),
): Versioned<Row> {
  const resource = description as Versioned<Row>;
  resources.set(resource.noun, resource as unknown as Versioned);
  return resource;
}

export const listResources = (): Versioned[] => [...resources.values()].sort((a, b) => a.label.localeCompare(b.label));

export const findResource = (noun: string): Versioned | undefined => resources.get(noun);

/** Finds the resource that a request's address names. @throws a 404 answer */
export const readResource = ({ url }: Request): Versioned => requireFound(findResource(readNoun(url)));

export const readState = <Row extends VersionedRow>({ fields }: Versioned<Row>, row: Row): State =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as keyof Row] ?? null]));

/** The part of a state that a save may set. */
export const savedState = <Row extends VersionedRow>({ fields }: Versioned<Row>, state: State) =>
  Object.fromEntries(Object.entries(state).filter(([name]) => name in fields)) as Partial<Row>;

const done = { added: 'Added', changed: 'Changed', deleted: 'Deleted', restored: 'Restored', moved: 'Moved' };

/** Stores the new state (with the place for a deletion) and a line of the activity log. @returns the revision */
export async function recordRevision<Row extends VersionedRow>(
  em: EntityManager,
  resource: Versioned<Row>,
  row: Row,
  by: Actor,
  { act, before }: { act: keyof typeof done; before?: State | undefined },
): Promise<number> {
  const { noun } = resource;
  const line = { kind: noun, what: `${done[act]} ${resource.called(row)}`, about: { noun, id: row.id } };
  const state = { ...readState(resource, row), ...(act === 'deleted' ? { displayOrder: row.displayOrder } : {}) };
  return addRevision(em, { noun, itemId: row.id, act, state, before }, by, line);
}

/**
 * Adds an item after the last one, unless it has a place. The same `formId` sent twice is one item.
 * @param complete finds further properties, under the lock; if it gives null, nothing is added
 */
export async function addVersioned<Row extends VersionedRow>(
  em: EntityManager,
  resource: Versioned<Row>,
  fields: Partial<Row>,
  formId: string | undefined,
  by: Actor,
  complete: (tx: EntityManager) => Promise<Partial<Row> | null> | Partial<Row> = () => ({}),
): Promise<Row | null> {
  const added = await em.transactional(async (tx) => {
    await lockTable(tx, resource.table); // no two get the same place
    const key = submissionKey(formId, fields);
    const same = key && (await tx.findOne(resource.entity, { submissionKey: key } as FilterQuery<Row>));
    if (same) return same as Row;
    const more = await complete(tx);
    if (!more) return null;
    const [last] = await tx.find(resource.entity, {}, { orderBy: { displayOrder: 'desc' }, limit: 1 } as object);
    const displayOrder = Math.min(last?.displayOrder ?? 0, INT_MAX - 1) + 1;
    const stored = { displayOrder, ...fields, ...more, submissionKey: key };
    const row = tx.create(resource.entity, stored as unknown as RequiredEntityData<Row>) as Row;
    await tx.flush();
    await recordRevision(tx, resource, row, by, { act: 'added' });
    return row;
  });
  await resource.showChange(findApp(em));
  return added;
}

/** Saves fields, and their former values in the history, unless somebody else has changed the item since. */
export async function saveVersioned<Row extends VersionedRow>(
  em: EntityManager,
  resource: Versioned<Row>,
  where: { id: number } & Partial<Row>,
  version: number,
  fields: Partial<Row>,
  by: Actor,
  act: 'changed' | 'restored' = 'changed',
): Promise<Saved<Row>> {
  const unkept = Object.keys(fields).filter((name) => !(name in resource.fields));
  if (unkept.length) throw new Error(`the history of ${resource.noun} does not keep ${unkept.join(', ')}`); // undo would lose it
  const tell = async (tx: EntityManager, row: Row, before: Row) => {
    const revision = await recordRevision(tx, resource, row, by, { act, before: readState(resource, before) });
    await resource.onSaved?.(tx, before, row, by);
    return revision;
  };
  const saved = await saveUnlessChanged(em, resource.entity, where, version, fields, tell);
  if (saved.outcome === 'saved') await resource.showChange(findApp(em));
  return saved;
}

/** What the question before an item's deletion shows. */
export function describeDeletion<Row extends VersionedRow>({ deletion }: Versioned<Row>, row: Row) {
  const { version, title } = row as Row & { title: string };
  return { version, title, more: (deletion && row[deletion.more]) as string | null | undefined };
}

/** Moves an item to the trash unless somebody has changed it since. @param version null deletes any version */
export async function deleteVersioned<Row extends VersionedRow>(
  em: EntityManager,
  resource: Versioned<Row>,
  id: number,
  version: number | null,
  by: Actor,
): Promise<Saved<Row>> {
  const deleted = await deleteUnlessChanged(em, resource.entity, id, version, async (tx, row) => {
    const told = { act: 'deleted', before: readState(resource, row) } as const;
    const revision = await recordRevision(tx, resource, row, by, told);
    await tx.insert(Trashed, { revision, noun: resource.noun, itemId: id, row: { ...row } });
    return revision;
  });
  if (deleted.outcome === 'saved') await resource.showChange(findApp(em));
  return deleted;
}
