import type { Message, MessageParts, Notification } from '#db/entities/message.ts';

/** How many rows a table shows at a time, and how many messages one bulk change may name. */
export const PAGE_SIZE = 25;
export const BULK_MAX = 1000;

export const NO_SELECTION = 'Select at least one message first.';
export const MARK_FAILED = 'Failed to update message status';
export const EXPORTED = 'Messages exported to CSV successfully';
/** The cookie by which the server tells the page that an export has started. */
export const EXPORT_COOKIE = 'export-started';

/** When a message came: `received` is ready to be shown, `receivedAt` an ISO instant. */
interface Received {
  received: string;
  receivedAt: string;
}

/** One line of the inbox. */
export type MessageRow = Received &
  Pick<Message, 'id' | 'isRead'> &
  Pick<MessageParts, 'name' | 'email' | 'subject' | 'serviceType' | 'preferredContact'>;

/** One page of a table, newest first; the cursors lead to its neighbours. */
export interface MessagePage {
  rows: MessageRow[];
  newer: string | null;
  older: string | null;
}

/** Where the tables stand, as the address has it; null for the newest rows. */
export interface Places {
  unread: string | null;
  read: string | null;
}

export interface MessageCounts {
  unread: number;
  total: number;
}

/** Both tables at their places, and the totals. */
export interface Inbox {
  counts: MessageCounts;
  unread: MessagePage;
  read: MessagePage;
}

/** How far the mail about a message has come. */
export type NotificationStatus = Pick<Notification, 'state' | 'reason' | 'attempts'> & { sent: string | null };

export type MessageDetails = Received &
  MessageParts &
  Pick<Message, 'id' | 'isRead'> & { notification: NotificationStatus | null };

/** A place in a table: the rows before (older than) or after (newer than) one message. */
export interface Cursor {
  direction: 'before' | 'after';
  ms: number;
  id: number;
}

/** The heading of a table, to which the links of its pager lead. */
export const headingIds = { unread: 'unread-messages', read: 'read-messages' } as const;

export const INT_MAX = 2_147_483_647;

/** A cursor as it stands in an address. */
export const cursorText = ({ direction, ms, id }: Cursor): string => `${direction}-${ms}-${id}`;

/** Reads a cursor from an address; anything else means the newest page. */
export function parseCursor(text: string | null): Cursor | null {
  const [, direction, ms, id] = /^(before|after)-(\d{1,13})-(\d{1,10})$/.exec(text ?? '') ?? [];
  if (!direction || Number(id) > INT_MAX) return null;
  return { direction: direction as Cursor['direction'], ms: Number(ms), id: Number(id) };
}

/** The places in the query of an address. */
export const placesOf = (query: URLSearchParams): Places => ({ unread: query.get('unread'), read: query.get('read') });

/** The query that shows both tables at their places; whatever else an address carried is left out. */
export function inboxSearch({ unread, read }: Places): string {
  const places = Object.entries({ unread, read }).flatMap(([name, text]) => {
    const cursor = parseCursor(text);
    return cursor ? [[name, cursorText(cursor)]] : [];
  });
  return places.length ? `?${new URLSearchParams(places).toString()}` : '';
}

/** Reads the counts of a live event; null for anything else. */
export function parseCounts(json: string): MessageCounts | null {
  try {
    const { unread, total } = JSON.parse(json) as Partial<MessageCounts>;
    return typeof unread === 'number' && typeof total === 'number' ? { unread, total } : null;
  } catch {
    return null;
  }
}
