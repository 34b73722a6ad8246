import type { EnquiryAct } from '#db/entities/activity.ts';
import type { Notification } from '#db/entities/message-mail.ts';
import type { CameBy, Contact, Message, MessageParts } from '#db/entities/message.ts';
import { textIn } from '../../forms/typing/typed-values.ts';
import { paths } from '../../paths.ts';
import { parseCursor, writeCursor } from './cursor.ts';

export const PAGE_SIZE = 25;
export const BULK_MAX = 1000;

export const COUNTED_MAX = 1000;
export const MORE = COUNTED_MAX + 1;
const FILTER_MAX = 200;

export const NO_SELECTION = 'Select at least one message first.';
export const FETCH_FAILED = 'Failed to fetch messages';
export const MARK_FAILED = 'Failed to update message status';
export const EXPORTED = 'Messages exported to CSV successfully';
export const EXPORT_COOKIE = 'export-started';

/** The first is the default. */
export const views = ['inbox', 'waiting', 'mine', 'later', 'answered', 'spam', 'trash'] as const;
export type View = (typeof views)[number];
export type TableName = 'unread' | 'read' | 'mine-rest' | Exclude<View, 'inbox'>;

/** `received` is ready to show, `receivedAt` is an ISO instant. */
interface Received {
  received: string;
  receivedAt: string;
}

interface State extends Pick<Message, 'id' | 'isRead' | 'reference' | 'folder'> {
  /** Ready to show; null while it waits. */
  answered: string | null;
  /** Until when it is put off, ready to show. */
  later: string | null;
  owner: string | null;
  spamReason: string | null;
  /** When the answer clock began, in milliseconds since the epoch. */
  waitsMs: number;
}

export type MessageRow = Received &
  State &
  Pick<MessageParts, 'name' | 'email' | 'subject' | 'serviceType' | 'preferredContact'> & {
    company: string | null;
    words: string;
  };

/** The cursors lead to the neighbouring pages. */
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

export interface MessageCounts {
  unread: number;
  total: number;
  waiting: number;
  /** Up to `MORE`; absent where nobody in particular asks. */
  mine?: number;
  later: number;
  answered: number;
  spam: number;
  trash: number;
}

export interface Inbox {
  counts: MessageCounts;
  pages: Partial<Record<TableName, MessagePage>>;
  /** `MORE` if there are too many to count; null without a filter. */
  found: number | null;
  /** When this was read, in milliseconds since the epoch. The clocks of the rows start from it. */
  now: number;
  /** The last activity of all, by which a bulk action is outdated. */
  version: number;
}

export type NotificationStatus = Pick<Notification, 'state' | 'reason' | 'attempts'> & { sent: string | null };

/** `who` is an e-mail address, or null for a visitor or the product. */
export interface TimelineEntry {
  /** The activity's id; null if staff did not do it. */
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
  /** To whom, or until when. */
  detail?: string;
  contact?: Contact;
  text: string | null;
  /** `documents` are titles; `leftMs` says how long it can be taken back. */
  reply?: { id: string; subject: string; documents: string[]; leftMs: number } & NotificationStatus;
  mail?: CameByMail;
  /** How many more came with it that are not shown. */
  more?: number;
  files?: ShownFile[];
}

export interface ShownFile {
  id: string;
  name: string;
  sizeBytes: number;
  isPicture: boolean;
}

/** A mail that came in, besides its words. */
export interface CameByMail {
  id: string;
  /** Whom it came from, if it was not the client. */
  otherAddress: string | null;
  hasRaw: boolean;
  leftOut: string[];
  /** A reference in its subject that its sender has no part in. */
  mentions: string | null;
}

export type MessageDetails = Received &
  MessageParts &
  State & {
    phone: string | null;
    company: string | null;
    notification: NotificationStatus | null;
    isMailed: boolean;
    cameBy: CameBy | null;
    loggedBy: string | null;
    files: ShownFile[];
    /** The mail that the enquiry came by; `text` where it is longer than the message. */
    mail: (CameByMail & { text: string }) | null;
    replySubject: string;
    laterUntil: string | null;
    /** Until when it can be put off, ready to show; null for as long as they like. */
    latest: string | null;
    timeline: TimelineEntry[];
    /** How many entries of the conversation come before those that are shown. */
    earlier: number;
    /** The last activity of staff, by which a form is outdated. */
    version: number;
    now: number;
  };

export const headingId = (table: TableName) => `${table}-messages`;

export const tablesOf = (view: View): readonly TableName[] =>
  view === 'inbox' ? ['unread', 'read'] : view === 'mine' ? ['mine', 'mine-rest'] : [view];

export const isWaiting = ({ folder, answered, later }: Pick<State, 'folder' | 'answered' | 'later'>): boolean =>
  folder === 'inbox' && !answered && !later;

/** Reads the query of an address. What makes no sense is left out. */
export function readPlace(query: URLSearchParams): Place {
  const view = views.find((name) => name === query.get('view')) ?? 'inbox';
  const tables: Place['tables'] = {};
  for (const table of tablesOf(view)) {
    const cursor = parseCursor(query.get(table));
    if (cursor) tables[table] = writeCursor(cursor);
  }
  const filter: Filter = {};
  for (const name of filterNames) {
    const value = textIn(query, name).slice(0, FILTER_MAX);
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
