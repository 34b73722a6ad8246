import type { Message, MessageParts } from '#db/entities/message.ts';
import { readText } from '../../forms/typing/typed-values.ts';
import { paths } from '../../paths.ts';
import { INT_MAX } from '../../schemas/limits.ts';

export const PAGE_SIZE = 25;
export const BULK_MAX = 1000;

const COUNTED_MAX = 1000;
export const MORE = COUNTED_MAX + 1;

/** Formats a count that stops at `MORE`. */
export const countText = (count: number): string =>
  count < MORE ? count.toLocaleString('en-US') : `More than ${COUNTED_MAX.toLocaleString('en-US')}`;
const FILTER_MAX = 200;

export const FETCH_FAILED = 'Failed to fetch messages';
export const MARK_FAILED = 'Failed to update message status';
export const EXPORTED = 'Messages exported to CSV successfully';
export const EXPORT_COOKIE = 'export-started';

/** The first view is the default. */
export const views = ['inbox', 'waiting', 'mine', 'later', 'answered', 'spam', 'trash'] as const;
export type View = (typeof views)[number];
export type TableName = 'unread' | 'read' | 'mine-rest' | Exclude<View, 'inbox'>;

export interface MessageRow
  extends
    Pick<Message, 'id' | 'isRead' | 'reference' | 'folder'>,
    Pick<MessageParts, 'name' | 'email' | 'subject' | 'serviceType' | 'preferredContact'> {
  /** Ready to show; `receivedAt` is an ISO instant. */
  received: string;
  receivedAt: string;
  /** When and by whom, ready to show; null while it waits. */
  answered: string | null;
  /** Until when it is put off, ready to show; null if it is not. */
  later: string | null;
  owner: string | null;
  spamReason: string | null;
  /** When the answer clock began, in milliseconds since the epoch. */
  waitsMs: number;
  company: string | null;
  words: string;
}

/** `newer` and `older` are the cursors of the neighbouring pages. */
export interface MessagePage {
  rows: MessageRow[];
  newer: string | null;
  older: string | null;
}

/** The address of the inbox: a view, its filter, and a cursor for each table that is not on its first page. */
export interface Place {
  view: View;
  tables: Partial<Record<TableName, string>>;
  filter: Filter;
}

/** Empty fields are absent. */
export type Filter = Partial<Record<(typeof filterNames)[number], string>>;
export const filterNames = ['q', 'service', 'from', 'to'] as const;

export type MessageCounts = Record<'unread' | 'total' | Exclude<View, 'inbox' | 'mine'>, number> & {
  /** Counted up to `MORE`; absent when no account asks. */
  mine?: number;
};

export const headingId = (table: TableName) => `${table}-messages`;

export const listTables = (view: View): readonly TableName[] =>
  view === 'inbox' ? ['unread', 'read'] : view === 'mine' ? ['mine', 'mine-rest'] : [view];

/** Ignores invalid parts of the query. */
export function readPlace(query: URLSearchParams): Place {
  const view = views.find((name) => name === query.get('view')) ?? 'inbox';
  const tables: Place['tables'] = {};
  for (const table of listTables(view)) {
    const cursor = parseCursor(query.get(table));
    if (cursor) tables[table] = writeCursor(cursor);
  }
  const filter: Filter = {};
  for (const name of filterNames) {
    const value = readText(query, name).slice(0, FILTER_MAX);
    if (value) filter[name] = value;
  }
  return { view, tables, filter };
}

export const isFiltered = (filter: Filter): boolean => Object.keys(filter).length > 0;

export const inboxPath = (open: number | null): string =>
  open === null ? paths.admin.messages : paths.admin.message(open);

export function inboxSearch({ view, tables, filter }: Place): string {
  const query = new URLSearchParams({ ...(view === 'inbox' ? {} : { view }), ...filter, ...tables }).toString();
  return query && `?${query}`;
}

/** The rows before (older than) or after (newer than) a message. */
export interface Cursor {
  direction: 'before' | 'after';
  ms: number;
  id: number;
}

export const writeCursor = ({ direction, ms, id }: Cursor): string => `${direction}-${ms}-${id}`;

/** @returns null, which is the first page, for anything invalid */
export function parseCursor(text: string | null | undefined): Cursor | null {
  const [, direction, ms, id] = /^(before|after)-(\d{1,13})-(\d{1,10})$/.exec(text ?? '') ?? [];
  if (!direction || Number(id) > INT_MAX) return null;
  return { direction: direction as Cursor['direction'], ms: Number(ms), id: Number(id) };
}
