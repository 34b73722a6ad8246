import type { EntityManager } from '#db/orm.ts';
import { queueNotificationsSql } from '../mail/mail-queue.server.ts';
import {
  cursorText,
  PAGE_SIZE,
  type Cursor,
  type MessageCounts,
  type MessageDetails,
  type MessagePage,
  type MessageRow,
  type NotificationStatus,
} from './inbox.ts';

const dateTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Port_of_Spain',
});

// Milliseconds as a number: the column keeps no more, so that a cursor made of it is exact.
const MS = '(extract(epoch from created_at) * 1000)::float8 as ms';
const COLUMNS = `id, name, email, subject, service_type as "serviceType", preferred_contact as "preferredContact",
  is_read as "isRead", ${MS}`;

type StoredRow = Omit<MessageRow, 'received' | 'receivedAt'> & { ms: number };

const shown = ({ ms, ...row }: StoredRow): MessageRow => ({
  ...row,
  received: dateTime.format(ms),
  receivedAt: new Date(ms).toISOString(),
});

/** The totals, kept by the database: they cost the same however many messages there are. */
export async function countMessages(em: EntityManager): Promise<MessageCounts> {
  const [row] = await em.execute<MessageCounts[]>(
    `select coalesce(sum(n) filter (where not is_read), 0)::int as unread, coalesce(sum(n), 0)::int as total
     from message_counts`,
  );
  return row!;
}

/**
 * One page of the read or the unread messages. It is found by its place, not by counting rows, so every page of any
 * number of messages costs the same. A place that has become empty gives the newest page.
 */
export async function listMessages(em: EntityManager, isRead: boolean, cursor: Cursor | null): Promise<MessagePage> {
  const isAfter = cursor?.direction === 'after';
  const order = isAfter ? 'asc' : 'desc';
  const place = cursor ? `and (created_at, id) ${isAfter ? '>' : '<'} (?::timestamptz, ?)` : '';
  const found = await em.execute<StoredRow[]>(
    `select ${COLUMNS} from messages where is_read = ? ${place} order by created_at ${order}, id ${order} limit ?`,
    [isRead, ...(cursor ? [new Date(cursor.ms).toISOString(), cursor.id] : []), PAGE_SIZE + 1],
  );
  const hasMore = found.length > PAGE_SIZE;
  if (cursor && (isAfter ? !hasMore : found.length === 0)) return listMessages(em, isRead, null);
  const rows = found.slice(0, PAGE_SIZE);
  if (isAfter) rows.reverse();
  const placeOf = (direction: Cursor['direction'], row: StoredRow | undefined) =>
    row ? cursorText({ direction, ms: row.ms, id: row.id }) : null;
  return {
    rows: rows.map(shown),
    newer: cursor ? placeOf('after', rows[0]) : null,
    older: isAfter || hasMore ? placeOf('before', rows.at(-1)) : null,
  };
}

/** One message with the state of the mail about it; null when there is none of this id. */
export async function findMessage(em: EntityManager, id: number): Promise<MessageDetails | null> {
  const [row] = await em.execute<(StoredRow & { message: string })[]>(
    `select ${COLUMNS}, message from messages where id = ?`,
    [id],
  );
  if (!row) return null;
  const [sent] = await em.execute<(Omit<NotificationStatus, 'sent'> & { sentMs: number | null })[]>(
    `select state, reason, attempts, (extract(epoch from sent_at) * 1000)::float8 as "sentMs"
     from notifications where message_id = ?`,
    [id],
  );
  if (!sent) return { ...shown(row), message: row.message, notification: null };
  const { sentMs, ...status } = sent;
  const notification = { ...status, sent: sentMs === null ? null : dateTime.format(sentMs) };
  return { ...shown(row), message: row.message, notification };
}

/** Marks messages read or unread. @returns how many of them there are */
export async function markMessages(em: EntityManager, ids: readonly number[], isRead: boolean): Promise<number> {
  const rows = await em.execute<unknown[]>('update messages set is_read = ? where id = any(?::int[]) returning id', [
    isRead,
    `{${ids.join(',')}}`,
  ]);
  return rows.length;
}

/** Queues the mail about a message once more, its tries counted anew. @returns false when there is no such mail */
export async function sendNotificationAgain(em: EntityManager, messageId: number): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `with again as (
       update notifications set state = 'waiting', reason = null, attempts = 0, sent_at = null
       where message_id = ? returning id
     ) ${queueNotificationsSql('again')}`,
    [messageId],
  );
  return rows.length > 0;
}
