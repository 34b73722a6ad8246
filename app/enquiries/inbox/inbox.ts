import type { EnquiryAct } from '#db/entities/activity.ts';
import type { Notification } from '#db/entities/message-mail.ts';
import type { Message, MessageParts } from '#db/entities/message.ts';
import { textIn } from '../../forms/typing/typed-values.ts';
import { paths } from '../../paths.ts';
import { INT_MAX } from '../../schemas/limits.ts';

/** How many rows a table shows at a time, and how many messages one bulk change may name. */
export const PAGE_SIZE = 25;
export const BULK_MAX = 1000;

/** More matches than these are not counted. */
export const COUNTED_MAX = 1000;
export const MORE = COUNTED_MAX + 1;
const FILTER_MAX = 200;

export const NO_SELECTION = 'Select at least one message first.';
export const FETCH_FAILED = 'Failed to fetch messages';
export const MARK_FAILED = 'Failed to update message status';
export const EXPORTED = 'Messages exported to CSV successfully';
/** The cookie by which the server tells the page that an export has started. */
export const EXPORT_COOKIE = 'export-started';

/** What the inbox can show. The first is shown unless another is asked for. */
export const views = ['inbox', 'waiting', 'answered', 'spam', 'trash'] as const;
export type View = (typeof views)[number];
export type TableName = 'unread' | 'read' | Exclude<View, 'inbox'>;

/** When a message came: `received` is ready to be shown, `receivedAt` an ISO instant. */
interface Received {
  received: string;
  receivedAt: string;
}

/** Where a message stands. */
interface State extends Pick<Message, 'id' | 'isRead' | 'reference' | 'folder'> {
  /** When and by whom it was answered, ready to be shown; null while it waits. */
  answered: string | null;
  spamReason: string | null;
}

/** One line of the inbox. */
export type MessageRow = Received &
  State &
  Pick<MessageParts, 'name' | 'email' | 'subject' | 'serviceType' | 'preferredContact'> & {
    company: string | null;
    /** The first words of the message. */
    words: string;
  };

/** One page of a table; the cursors lead to its neighbours. */
export interface MessagePage {
  rows: MessageRow[];
  newer: string | null;
  older: string | null;
}

/** What the address of the inbox says: a view, and where its tables stand; a table without a place shows its first rows. */
export interface Place {
  view: View;
  tables: Partial<Record<TableName, string>>;
  filter: Filter;
}

/** What is searched for, as the form has it: fields that were left empty are absent. */
export type Filter = Partial<Record<(typeof filterNames)[number], string>>;
export const filterNames = ['q', 'service', 'from', 'to'] as const;

export interface MessageCounts {
  unread: number;
  /** In the inbox, read or not. */
  total: number;
  waiting: number;
  answered: number;
  spam: number;
  trash: number;
}

/** The tables of a view at their places, and the totals. */
export interface Inbox {
  counts: MessageCounts;
  pages: Partial<Record<TableName, MessagePage>>;
  /** How many match the filter, `MORE` for more than can be counted quickly; null without a filter. */
  found: number | null;
  /** When this was read, in milliseconds since the epoch: the clocks of the rows stand at it. */
  now: number;
}

/** How far the mail about a message has come. */
export type NotificationStatus = Pick<Notification, 'state' | 'reason' | 'attempts'> & { sent: string | null };

/** Something that happened to a message; `who` is an e-mail address, or null for a visitor or the product itself. */
export interface Happening {
  /** Of what staff did; null for the rest. */
  id: number | null;
  kind:
    | EnquiryAct
    | 'received'
    | 'notified'
    | 'notification-kept'
    | 'not-notified'
    | 'acknowledged'
    | 'acknowledgement-kept'
    | 'not-acknowledged';
  at: string;
  who: string | null;
  text: string | null;
  reply?: { id: string; subject: string } & NotificationStatus;
}

export type MessageDetails = Received &
  MessageParts &
  State & {
    phone: string | null;
    company: string | null;
    notification: NotificationStatus | null;
    /** Whether what is sent from here goes to a mail service. */
    isMailed: boolean;
    /** Drawings and photos that came with it. */
    files: { id: string; name: string; sizeBytes: number }[];
    happenings: Happening[];
    /** The last thing that staff did about it: what comes after this one was not seen yet. */
    version: number;
    now: number;
  };

/** A place in a table: the rows before (older than) or after (newer than) one message. */
export interface Cursor {
  direction: 'before' | 'after';
  ms: number;
  id: number;
}

/** The heading of a table, to which the links of its pager lead. */
export const headingId = (table: TableName) => `${table}-messages`;

/** A cursor as it stands in an address. */
export const cursorText = ({ direction, ms, id }: Cursor): string => `${direction}-${ms}-${id}`;

/** Reads a cursor from an address; anything else means the first page. */
export function parseCursor(text: string | null | undefined): Cursor | null {
  const [, direction, ms, id] = /^(before|after)-(\d{1,13})-(\d{1,10})$/.exec(text ?? '') ?? [];
  if (!direction || Number(id) > INT_MAX) return null;
  return { direction: direction as Cursor['direction'], ms: Number(ms), id: Number(id) };
}

/** The tables of a view, in their order. */
export const tablesOf = (view: View): readonly TableName[] => (view === 'inbox' ? ['unread', 'read'] : [view]);

/** What the query of an address asks for. What it cannot mean is left out. */
export function placeOf(query: URLSearchParams): Place {
  const view = views.find((name) => name === query.get('view')) ?? 'inbox';
  const tables: Place['tables'] = {};
  for (const table of tablesOf(view)) {
    const cursor = parseCursor(query.get(table));
    if (cursor) tables[table] = cursorText(cursor);
  }
  const filter: Filter = {};
  for (const name of filterNames) {
    const value = textIn(query, name).slice(0, FILTER_MAX);
    if (value) filter[name] = value;
  }
  return { view, tables, filter };
}

/** Whether anything is searched for. */
export const isFiltered = (filter: Filter): boolean => Object.keys(filter).length > 0;

/** The address of the inbox, with a message open in it or none. */
export const inboxPath = (open: number | null): string =>
  open === null ? paths.admin.messages : paths.admin.message(open);

/** The query that leads to a place of the inbox. */
export function inboxSearch({ view, tables, filter }: Place): string {
  const query = new URLSearchParams({ ...(view === 'inbox' ? {} : { view }), ...filter, ...tables }).toString();
  return query && `?${query}`;
}

/** Reads the counts of a live event; null for anything else. */
export function parseCounts(json: string): MessageCounts | null {
  try {
    const counts = JSON.parse(json) as Partial<MessageCounts>;
    return typeof counts.unread === 'number' && typeof counts.total === 'number' ? (counts as MessageCounts) : null;
  } catch {
    return null;
  }
}
