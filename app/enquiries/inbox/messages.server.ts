import { columnOf, type EntityManager } from '#db/orm.ts';
import { parts } from '../receive/enquiry-parts.ts';
import { localDateTime, localDay } from '../../time/dates.ts';
import { tables } from '../actions.ts';
import { both, EVERYTHING, searchMessages, type Condition, type Search } from './search.server.ts';
import {
  cursorText,
  MORE,
  parseCursor,
  PAGE_SIZE,
  type Cursor,
  type Inbox,
  type MessagePage,
  type MessageRow,
  type Place,
  type TableName,
} from './inbox.ts';
import { countMessages, milliseconds, sources } from '../message-tables.server.ts';

const properties = ['id', 'isRead', 'reference', 'folder', 'spamReason', 'answeredBy', ...parts] as const;
const WORDS_MAX = 160;
/** Looked up for the rows that are shown, after they are found and sorted: texts are left where they are. */
const GLANCE = `(select json_build_object('words', left(one.message, ${WORDS_MAX}), 'company', payload->>'companyName')
  from messages one left join notifications on message_id = one.id where one.id = m.id) as "glance"`;
/** What a row of a table is read by; `shown` makes it ready. */
export const COLUMNS = [
  ...properties.filter((name) => name !== 'message').map((name) => `${columnOf(name)} as "${name}"`),
  `${milliseconds('createdAt')} as "createdMs"`,
  `${milliseconds('answeredAt')} as "answeredMs"`,
  GLANCE,
].join(', ');

export type StoredRow = Omit<MessageRow, 'received' | 'receivedAt' | 'answered' | 'company' | 'words'> & {
  glance: { company: string | null; words: string };
  answeredBy: string | null;
  createdMs: number;
  answeredMs: number | null;
  placeMs: number;
};

/** When a message came, for people and for machines. */
export const received = (at: Date) => ({ received: localDateTime(at), receivedAt: at.toISOString() });

/** When and by whom it was answered: of what was answered before that was written down, until when. */
export const answered = (at: Date | null | undefined, by: string | null | undefined): string | null =>
  at ? (by ? `${localDateTime(at)} by ${by}` : `before ${localDay(at)}`) : null;

export const shown = ({ createdMs, answeredMs, answeredBy, placeMs: _, glance, ...row }: StoredRow): MessageRow => ({
  ...row,
  company: glance.company,
  words: glance.words.replace(/\s+/g, ' ').trim(),
  ...received(new Date(createdMs)),
  answered: answered(answeredMs === null ? null : new Date(answeredMs), answeredBy),
});

/**
 * One page of a table. It is found by its place, not by counting rows, so every page of any number of messages costs the
 * same. A place that has become empty gives the first page.
 */
export async function listMessages(
  em: EntityManager,
  table: TableName,
  cursor: Cursor | null,
  search: Search = EVERYTHING,
): Promise<MessagePage> {
  const isUpwards = tables[table].isOldestFirst ?? false;
  const isAfter = cursor ? cursor.direction === 'after' : isUpwards;
  const { where, time } = sources[table];
  const column = columnOf(time);
  const order = isAfter ? 'asc' : 'desc';
  // SQL: the index serves the comparison of pairs, and the messages' texts are left where they are.
  const place: Condition = cursor
    ? [`(${column}, id) ${isAfter ? '>' : '<'} (?::timestamptz, ?)`, [new Date(cursor.ms).toISOString(), cursor.id]]
    : ['true', []];
  const found = await searchMessages<StoredRow>(em, search, {
    columns: `${COLUMNS}, ${milliseconds(time)} as "placeMs"`,
    where: [both([where, []], place)],
    order: `${column} ${order}, id ${order}`,
    limit: PAGE_SIZE + 1,
  });
  const hasMore = found.length > PAGE_SIZE;
  const isBack = isAfter !== isUpwards; // towards the first page
  if (cursor && (isBack ? !hasMore : found.length === 0)) return listMessages(em, table, null, search);
  const rows = found.slice(0, PAGE_SIZE);
  if (isBack) rows.reverse();
  const placeOf = (direction: Cursor['direction'], row: StoredRow | undefined) =>
    row ? cursorText({ direction, ms: row.placeMs, id: row.id }) : null;
  const [towardsFirst, onwards] = isUpwards ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const back = cursor ? placeOf(towardsFirst, rows[0]) : null;
  const on = isBack || hasMore ? placeOf(onwards, rows.at(-1)) : null;
  return { rows: rows.map(shown), newer: isUpwards ? on : back, older: isUpwards ? back : on };
}

/** How many messages of a table a search finds, counted up to `MORE`. */
export async function countFound(em: EntityManager, table: TableName, search: Search): Promise<number> {
  const { where, time } = sources[table];
  const column = columnOf(time);
  const order = tables[table].isOldestFirst ? 'asc' : 'desc';
  const wanted = {
    columns: 'id',
    where: [[where, []] as Condition],
    order: `${column} ${order}, id ${order}`,
    limit: MORE,
    isCount: true,
  };
  return (await searchMessages<{ id: number }>(em, search, wanted)).length;
}

/**
 * Tables at their places, the totals, and how many a search finds in them.
 * @param search without one the tables show all
 */
export async function readInbox(
  em: EntityManager,
  names: readonly TableName[],
  places: Place['tables'],
  search?: Search,
): Promise<Inbox> {
  const [counts, pages, found] = await Promise.all([
    countMessages(em),
    Promise.all(names.map(async (name) => [name, await listMessages(em, name, parseCursor(places[name]), search)])),
    search ? Promise.all(names.map((name) => countFound(em, name, search))) : null,
  ]);
  return {
    counts,
    pages: Object.fromEntries(pages) as Inbox['pages'],
    found: found?.length ? found.reduce((sum, n) => sum + n, 0) : null,
    now: Date.now(),
  };
}
