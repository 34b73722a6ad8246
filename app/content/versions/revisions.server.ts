import { isDeepStrictEqual } from 'node:util';
import { Revision, Trashed } from '#db/entities/history.ts';
import type { EntityManager } from '#db/orm.ts';
import { localDay, localTime } from '../../time/dates.ts';
import type { State } from './add-revision.server.ts';
import { readLastingState } from './move.server.ts';
import { readState, type Versioned, type VersionedRow } from './versioned.server.ts';
import { countChangedWords, diffTexts, newBudget } from './word-diff.ts';

const PAGE_SIZE = 20;

export type HistoryPage = NonNullable<Awaited<ReturnType<typeof readHistory>>>;

/**
 * Reads one page of an item's history, the newest first, with the changes of each save.
 * @param before the id of a revision: the page begins after it; null begins with the newest
 * @returns null if the item is neither in the list nor in the trash
 */
export async function readHistory(em: EntityManager, resource: Versioned, itemId: number, before: number | null) {
  const { noun, entity } = resource;
  const row = await em.findOne(entity, { id: itemId }, { disableIdentityMap: true });
  const trashed = row ? null : await em.findOne(Trashed, { noun, itemId }, { disableIdentityMap: true });
  const shownRow = row ?? (trashed?.row as unknown as VersionedRow | undefined);
  if (!shownRow) return null;
  const revisions = await em.find(
    Revision,
    { noun, itemId, ...(before === null ? {} : { id: { $lt: before } }) },
    { disableIdentityMap: true, orderBy: { id: 'desc' }, limit: PAGE_SIZE + 1 },
  );
  const shown = revisions.slice(0, PAGE_SIZE);
  const readLasting = await readLastingState(em, resource, itemId);
  const read = (state: State) => readFields(resource, state, shownRow);
  const budget = newBudget();
  return {
    name: resource.called(shownRow),
    back: resource.list(shownRow),
    /** The version to restore over; null while the item is in the trash. */
    version: row?.version ?? null,
    entries: shown.map((revision, index) => {
      const after = read(revision.state);
      const was = revisions[index + 1]?.state;
      const is = (state: State) => row !== null && revision.act !== 'deleted' && isSame(resource, state, row);
      const isPresent = is({ ...row, ...readLasting(revision) });
      const isMoved = isPresent && !is(revision.state);
      return { ...describeRevision(revision, after, was ? read(was) : null, budget), isPresent, isMoved };
    }),
    /** The next page's `before`. */
    older: revisions.length > PAGE_SIZE ? shown.at(-1)!.id : null,
  };
}

/** Compares stored values, since two files may have the same text in the history. */
const isSame = (resource: Versioned, state: State, row: VersionedRow) =>
  Object.entries(readState(resource, row)).every(([name, value]) => isDeepStrictEqual(state[name] ?? null, value));

function readFields(resource: Versioned, state: State, row: VersionedRow) {
  return Object.entries(resource.fields)
    .filter(([, label]) => label)
    .map(([name, label]) => ({ label: label!, text: resource.shown?.(name, state, row) ?? String(state[name] ?? '') }));
}

type ShownFields = ReturnType<typeof readFields>;

function describeRevision(
  { id, at, who, act }: Revision,
  after: ShownFields,
  before: ShownFields | null,
  budget: ReturnType<typeof newBudget>,
) {
  const fields = after.flatMap(({ label, text }, place) => {
    const was = before?.[place]?.text ?? text;
    return was || text ? [{ label, parts: diffTexts(was, text, budget) }] : [];
  });
  const words = fields.reduce((n, { parts }) => n + countChangedWords(parts), 0);
  const changed = words ? `changed ${words} ${words === 1 ? 'word' : 'words'}` : 'changed no word';
  const told: Record<Revision['act'], string> = {
    found: 'As it was before its history began',
    added: `${who} added it`,
    changed: `${who} ${changed}`,
    restored: `${who} restored an earlier state`,
    undone: `${who} undid the change before`,
    deleted: `${who} deleted it`,
    moved: `${who} moved it`,
    marked: `${who} marked it`,
  };
  const time = act === 'found' ? '' : `${localDay(at)}, ${localTime(at)}`;
  return { id, at: at.toISOString(), told: told[act], time, fields };
}
