import { wrap } from '@mikro-orm/core';
import type { EntityManager } from '#db/orm.ts';
import { Message, Notification } from '#db/entities/message.ts';
import { queueNotificationsSql } from '../mail/mail-queue.server.ts';
import {
  cursorText,
  PAGE_SIZE,
  type Cursor,
  type MessageCounts,
  type MessageDetails,
  type MessagePage,
  type MessageRow,
} from './inbox.ts';
import { localDateTime } from '../ui/dates.ts';

const COLUMNS = `id, name, email, subject, service_type as "serviceType", preferred_contact as "preferredContact",
  is_read as "isRead", (extract(epoch from created_at) * 1000)::float8 as ms`; // a number, and exact: no more is kept

type StoredRow = Omit<MessageRow, 'received' | 'receivedAt'> & { ms: number };

const received = (at: Date) => ({ received: localDateTime(at), receivedAt: at.toISOString() });
const shown = ({ ms, ...row }: StoredRow): MessageRow => ({ ...row, ...received(new Date(ms)) });

/** The totals, kept by the database: they cost the same however many messages there are. */
export async function countMessages(em: EntityManager): Promise<MessageCounts> {
  // SQL: one sum over the shards of the trigger.
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
  // SQL: the index serves the comparison of pairs, and the messages' texts are left where they are.
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
  const message = await em.findOne(Message, { id }, { exclude: ['submissionKey'] });
  if (!message) return null;
  const mail = await em.findOne(Notification, { message: id }, { fields: ['state', 'reason', 'attempts', 'sentAt'] });
  const { createdAt, ...kept } = wrap(message).toPOJO();
  return {
    ...(kept as Required<typeof kept>), // columns without a value are null
    ...received(createdAt),
    notification: mail && {
      state: mail.state,
      reason: mail.reason ?? null,
      attempts: mail.attempts,
      sent: mail.sentAt ? localDateTime(mail.sentAt) : null,
    },
  };
}

/** Marks messages read or unread. @returns how many of them there are */
export const markMessages = (em: EntityManager, ids: readonly number[], isRead: boolean): Promise<number> =>
  em.nativeUpdate(Message, { id: [...ids] }, { isRead });

/** Queues the mail about a message once more, its tries counted anew. @returns false when there is no such mail */
export async function sendNotificationAgain(em: EntityManager, messageId: number): Promise<boolean> {
  // SQL: marked and queued in one statement, or neither.
  const rows = await em.execute<unknown[]>(
    `with again as (
       update notifications set state = 'waiting', reason = null, attempts = 0, sent_at = null
       where message_id = ? returning id
     ) ${queueNotificationsSql('again')}`,
    [messageId],
  );
  return rows.length > 0;
}
