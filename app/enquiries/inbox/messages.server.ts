import { findApp } from '#db/app.ts';
import { databaseNow } from '#db/database-clock.ts';
import { Activity } from '#db/entities/activity.ts';
import { Message, WAITING, type Folder } from '#db/entities/message.ts';
import { columnOf, type EntityManager } from '#db/orm.ts';
import { parts } from '../receive/enquiry-parts.ts';
import { localDateTime, localDay } from '../../time/dates.ts';
import { tables } from '../actions.ts';
import { EVERYTHING, readSearch, searchMessages, type Search } from './search.server.ts';
import { MORE, PAGE_SIZE, parseCursor, listTables, writeCursor } from './inbox.ts';
import type { Cursor, MessagePage, MessageRow, Place, TableName } from './inbox.ts';
import type { ChangedRows } from './use-marks.ts';
import { countMessages, milliseconds, sources, WAITS } from '../message-tables.server.ts';

const properties = ['id', 'isRead', 'reference', 'folder', 'spamReason', 'answeredBy', ...parts] as const;
const WORDS_MAX = 160;
/** SQL: a subquery, so that only the rows of the page have their text read. */
const GLANCE = `(select json_build_object('words', left(one.message, ${WORDS_MAX}), 'company', payload->>'companyName',
    'owner', (select a.email from owners o join accounts a on a.id = o.account_id where o.id = one.owner_id))
  from messages one left join notifications on message_id = one.id where one.id = m.id) as "glance"`;
/** The columns that `formatRow` needs. */
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
};

/** Old rows do not name who answered. */
const describeAnswer = (at: Date, by: string | null): string =>
  by ? `${localDateTime(at)} by ${by}` : `before ${localDay(at)}`;

export const formatRow = ({ createdMs, answeredMs, laterMs, answeredBy, glance, ...row }: StoredRow): MessageRow => ({
  ...row,
  ...glance,
  later: laterMs === null ? null : localDateTime(new Date(laterMs)),
  words: glance.words.replace(/\s+/g, ' ').trim(),
  received: localDateTime(new Date(createdMs)),
  receivedAt: new Date(createdMs).toISOString(),
  answered: answeredMs === null ? null : describeAnswer(new Date(answeredMs), answeredBy),
});

/** Pages by cursor, since offsets get slow. The first page replaces an empty one. @param me the account that asks */
export async function listMessages(
  em: EntityManager,
  table: TableName,
  cursor: Cursor | null,
  search: Search = EVERYTHING,
  me = 0,
): Promise<MessagePage> {
  const isUpwards = tables[table].isOldestFirst ?? false;
  const isAfter = cursor ? cursor.direction === 'after' : isUpwards;
  const found = await searchMessages<StoredRow>(em, search, {
    columns: COLUMNS,
    tables: [table],
    me,
    isUpwards: isAfter,
    after: cursor,
    limit: PAGE_SIZE + 1,
  });
  const hasMore = found.length > PAGE_SIZE;
  const isBack = isAfter !== isUpwards; // towards the first page
  if (cursor && (isBack ? !hasMore : found.length === 0)) return listMessages(em, table, null, search, me);
  const rows = found.slice(0, PAGE_SIZE);
  if (isBack) rows.reverse();
  const readPlace = (direction: Cursor['direction'], row: { placeMs: number; id: number } | undefined) =>
    row ? writeCursor({ direction, ms: row.placeMs, id: row.id }) : null;
  const [towardsFirst, onwards] = isUpwards ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const back = cursor ? readPlace(towardsFirst, rows[0]) : null;
  const on = isBack || hasMore ? readPlace(onwards, rows.at(-1)) : null;
  return {
    rows: rows.map(({ placeMs: _, ...row }) => formatRow(row)),
    newer: isUpwards ? on : back,
    older: isUpwards ? back : on,
  };
}

/** In the order of the view. Null at the ends, and for a message in trash or spam when the view is another. */
export async function findNeighbours(
  em: EntityManager,
  id: number,
  { view, filter }: Pick<Place, 'view' | 'filter'>,
  me: number,
) {
  // SQL: the time of a table may be an expression.
  const [message] = await em.execute<{ ms: number | null; isWaiting: boolean; folder: Folder }[]>(
    `select ${milliseconds(sources[listTables(view)[0]!].time)} as ms, ${WAITING} as "isWaiting", folder from messages where id = ?`,
    [id],
  );
  // The two tables of 'mine' have opposite orders.
  const names = view === 'mine' ? ([message?.isWaiting ? view : 'mine-rest'] as const) : listTables(view);
  const ms = message && ['inbox', view].includes(message.folder) ? message.ms : null;
  const { search, errors } = readSearch(filter);
  if (ms == null || Object.keys(errors).length) return { previous: null, next: null };
  const closest = async (isUpwards: boolean) => {
    const wanted = { columns: 'id', tables: names, me, isUpwards, after: { ms, id }, limit: 1 };
    const [row] = await searchMessages<{ id: number }>(em, search, wanted);
    return row?.id ?? null;
  };
  const isUpwards = tables[names[0]!].isOldestFirst ?? false;
  const [previous, next] = await Promise.all([closest(!isUpwards), closest(isUpwards)]);
  return { previous, next };
}

/** Rows after an action, whichever table they belong to now. @param me the account that asks */
export async function readChangedRows(em: EntityManager, ids: readonly number[], me: number): Promise<ChangedRows> {
  // SQL: as in the tables.
  const rows = await em.execute<StoredRow[]>(`select ${COLUMNS} from messages m where id = any(?::int[])`, [
    `{${ids.join(',')}}`,
  ]);
  return { rows: rows.map(formatRow), counts: await countMessages(em, me) };
}

export type Inbox = Awaited<ReturnType<typeof readInbox>>;

/** @param me the account that asks @param search undefined lists everything */
export async function readInbox(
  em: EntityManager,
  names: readonly TableName[],
  places: Place['tables'],
  me: number,
  search?: Search,
) {
  // The id of the last activity decides whether a bulk action is outdated. Read first, so that all later ones count.
  const newest = { fields: ['id' as const], orderBy: { id: 'desc' as const }, limit: 1 };
  const [last] = await em.find(Activity, {}, newest);
  const [lastCame] = await em.find(Message, {}, newest);
  const ids = { columns: 'id', me, isUpwards: false, limit: MORE, isCount: true };
  const [counts, pages, found] = await Promise.all([
    countMessages(em, me),
    Promise.all(names.map(async (name) => [name, await listMessages(em, name, parseCursor(places[name]), search, me)])),
    search ? Promise.all(names.map((name) => searchMessages(em, search, { ...ids, tables: [name] }))) : null,
  ]);
  return {
    counts,
    pages: Object.fromEntries(pages) as Partial<Record<TableName, MessagePage>>,
    /** `MORE` if there are too many to count; null without a filter. */
    found: found?.length ? found.flat().length : null,
    /** In milliseconds since the epoch. The answer clocks of the rows use it. */
    now: databaseNow(findApp(em)),
    version: last?.id ?? 0,
    lastId: lastCame?.id ?? 0,
  };
}
