import { Activity } from '#db/entities/activity.ts';
import { WAITING } from '#db/entities/message.ts';
import { columnOf, type EntityManager } from '#db/orm.ts';
import { parts } from '../receive/enquiry-parts.ts';
import { localDateTime, localDay } from '../../time/dates.ts';
import { tables } from '../actions.ts';
import { both, EVERYTHING, readSearch, searchMessages, type Condition, type Search } from './search.server.ts';
import { parseCursor, writeCursor, type Cursor } from './cursor.ts';
import {
  MORE,
  PAGE_SIZE,
  tablesOf,
  type Inbox,
  type MessagePage,
  type MessageRow,
  type Place,
  type TableName,
} from './inbox.ts';
import { conditionOf, countMessages, milliseconds, sources, WAITS } from '../message-tables.server.ts';

const properties = ['id', 'isRead', 'reference', 'folder', 'spamReason', 'answeredBy', ...parts] as const;
const WORDS_MAX = 160;
/** Reads the text of the rows on the page only. */
const GLANCE = `(select json_build_object('words', left(one.message, ${WORDS_MAX}), 'company', payload->>'companyName',
    'owner', (select a.email from owners o join accounts a on a.id = o.account_id where o.id = one.owner_id))
  from messages one left join notifications on message_id = one.id where one.id = m.id) as "glance"`;
/** `shown` formats them. */
export const COLUMNS = [
  ...properties.filter((name) => name !== 'message').map((name) => `${columnOf(name)} as "${name}"`),
  `${milliseconds('created_at')} as "createdMs"`,
  `${milliseconds(WAITS)} as "waitsMs"`,
  `${milliseconds('answered_at')} as "answeredMs"`,
  `${milliseconds('later_until')} as "laterMs"`,
  GLANCE,
].join(', ');

export type StoredRow = Omit<
  MessageRow,
  'received' | 'receivedAt' | 'answered' | 'later' | 'owner' | 'company' | 'words'
> & {
  glance: { company: string | null; owner: string | null; words: string };
  answeredBy: string | null;
  createdMs: number;
  answeredMs: number | null;
  laterMs: number | null;
  placeMs: number;
};

export const received = (at: Date) => ({ received: localDateTime(at), receivedAt: at.toISOString() });

/** For people to read. Old rows do not say by whom. */
export const answered = (at: Date | null | undefined, by: string | null | undefined): string | null =>
  at ? (by ? `${localDateTime(at)} by ${by}` : `before ${localDay(at)}`) : null;

export const shown = ({
  createdMs,
  answeredMs,
  laterMs,
  answeredBy,
  placeMs: _,
  glance,
  ...row
}: StoredRow): MessageRow => ({
  ...row,
  company: glance.company,
  owner: glance.owner,
  later: laterMs === null ? null : localDateTime(new Date(laterMs)),
  words: glance.words.replace(/\s+/g, ' ').trim(),
  ...received(new Date(createdMs)),
  answered: answered(answeredMs === null ? null : new Date(answeredMs), answeredBy),
});

/**
 * Reads one page by a cursor, not by an offset, so every page costs the same. An empty page gives the first one.
 * @param me the account that asks
 */
export async function listMessages(
  em: EntityManager,
  table: TableName,
  cursor: Cursor | null,
  search: Search = EVERYTHING,
  me = 0,
): Promise<MessagePage> {
  const isUpwards = tables[table].isOldestFirst ?? false;
  const isAfter = cursor ? cursor.direction === 'after' : isUpwards;
  const { time: column } = sources[table];
  const order = isAfter ? 'asc' : 'desc';
  // SQL: the index serves a comparison of pairs.
  const place: Condition = cursor
    ? [`(${column}, id) ${isAfter ? '>' : '<'} (?::timestamptz, ?)`, [new Date(cursor.ms).toISOString(), cursor.id]]
    : ['true', []];
  const found = await searchMessages<StoredRow>(em, search, {
    columns: `${COLUMNS}, ${milliseconds(column)} as "placeMs"`,
    where: [both(conditionOf(table, me), place)],
    order: `${column} ${order}, id ${order}`,
    limit: PAGE_SIZE + 1,
  });
  const hasMore = found.length > PAGE_SIZE;
  const isBack = isAfter !== isUpwards; // towards the first page
  if (cursor && (isBack ? !hasMore : found.length === 0)) return listMessages(em, table, null, search, me);
  const rows = found.slice(0, PAGE_SIZE);
  if (isBack) rows.reverse();
  const readPlace = (direction: Cursor['direction'], row: StoredRow | undefined) =>
    row ? writeCursor({ direction, ms: row.placeMs, id: row.id }) : null;
  const [towardsFirst, onwards] = isUpwards ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const back = cursor ? readPlace(towardsFirst, rows[0]) : null;
  const on = isBack || hasMore ? readPlace(onwards, rows.at(-1)) : null;
  return { rows: rows.map(shown), newer: isUpwards ? on : back, older: isUpwards ? back : on };
}

/** The ids before and after one in the order that a view shows. Null at the ends, and for a message that is not in it. */
export interface Neighbours {
  previous: number | null;
  next: number | null;
}

export async function findNeighbours(
  em: EntityManager,
  id: number,
  { view, filter }: Pick<Place, 'view' | 'filter'>,
  me: number,
): Promise<Neighbours> {
  const { time: column } = sources[tablesOf(view)[0]!];
  // SQL: the time of a table may be an expression.
  const [message] = await em.execute<{ at: Date | null; isWaiting: boolean }[]>(
    `select ${column} as at, ${WAITING} as "isWaiting" from messages where id = ?`,
    [id],
  );
  // The tables of what is one's own run in opposite directions.
  const names = view === 'mine' ? ([message?.isWaiting ? view : 'mine-rest'] as const) : tablesOf(view);
  const at = message?.at;
  const { search, errors } = readSearch(filter);
  if (!at || Object.keys(errors).length) return { previous: null, next: null };
  const closest = async (sign: '<' | '>') => {
    const beyond: Condition = [`(${column}, id) ${sign} (?::timestamptz, ?)`, [new Date(at).toISOString(), id]];
    const order = sign === '<' ? 'desc' : 'asc';
    const [row] = await searchMessages<{ id: number }>(em, search, {
      columns: 'id',
      where: names.map((name) => both(conditionOf(name, me), beyond)),
      order: `${column} ${order}, id ${order}`,
      limit: 1,
    });
    return row?.id ?? null;
  };
  const [older, newer] = await Promise.all([closest('<'), closest('>')]);
  return tables[names[0]!].isOldestFirst ? { previous: older, next: newer } : { previous: newer, next: older };
}

/** Counts up to `MORE`. */
export async function countFound(em: EntityManager, table: TableName, search: Search, me: number): Promise<number> {
  const { time: column } = sources[table];
  const order = tables[table].isOldestFirst ? 'asc' : 'desc';
  const wanted = {
    columns: 'id',
    where: [conditionOf(table, me)],
    order: `${column} ${order}, id ${order}`,
    limit: MORE,
    isCount: true,
  };
  return (await searchMessages<{ id: number }>(em, search, wanted)).length;
}

/** @param me the account that asks @param search without one the tables show all */
export async function readInbox(
  em: EntityManager,
  names: readonly TableName[],
  places: Place['tables'],
  me: number,
  search?: Search,
): Promise<Inbox> {
  // Read first: what happens afterwards is newer than what is shown.
  const version = await findLastActivity(em);
  const [counts, pages, found] = await Promise.all([
    countMessages(em, me),
    Promise.all(names.map(async (name) => [name, await listMessages(em, name, parseCursor(places[name]), search, me)])),
    search ? Promise.all(names.map((name) => countFound(em, name, search, me))) : null,
  ]);
  return {
    counts,
    pages: Object.fromEntries(pages) as Inbox['pages'],
    found: found?.length ? found.reduce((sum, n) => sum + n, 0) : null,
    now: Date.now(),
    version,
  };
}

async function findLastActivity(em: EntityManager): Promise<number> {
  const [last] = await em.find(Activity, {}, { fields: ['id'], orderBy: { id: 'desc' }, limit: 1 });
  return last?.id ?? 0;
}
