import { Message, MessageEvent, type EventKind } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { queueMailsSql } from '../mail/mail-queue.server.ts';
import type { Act } from './acts.ts';

interface Change {
  set: string;
  /** Which of the messages it changes. */
  where: string;
  /** What is written down about those. */
  event?: EventKind;
}

const changes: Record<Act, Change> = {
  read: { set: 'is_read = true', where: 'not is_read', event: 'read' },
  unread: { set: 'is_read = false', where: 'is_read' },
  answer: {
    set: 'answered_at = now(), answered_by = ?, is_read = true',
    where: "folder = 'inbox' and answered_at is null",
    event: 'answered',
  },
  reopen: {
    set: 'answered_at = null, answered_by = null',
    where: "folder = 'inbox' and answered_at is not null",
    event: 'reopened',
  },
  'not-spam': { set: "folder = 'inbox', spam_reason = null", where: "folder = 'spam'", event: 'not-spam' },
  trash: { set: "folder = 'trash', trashed_at = now()", where: "folder <> 'trash'", event: 'trashed' },
  restore: {
    set: "folder = case when spam_reason is null then 'inbox' else 'spam' end, trashed_at = null",
    where: "folder = 'trash'",
    event: 'restored',
  },
};

/**
 * Does something to messages and writes it down, all or nothing. What stands so already stays as it is.
 * @param who an e-mail address
 * @param note kept with what is written down
 * @param isTold whether it is written down as something of its own
 * @returns how many of the messages there are
 */
export async function actOnMessages(
  em: EntityManager,
  ids: readonly number[],
  act: Act,
  who: string,
  note: string | null = null,
  isTold = true,
): Promise<number> {
  const { set, where, event } = changes[act];
  const given = `{${ids.join(',')}}`;
  // SQL: changed, written down and queued in one statement.
  const rows = await em.execute<{ found: number }[]>(
    `with changed as (update messages set ${set} where id = any(?::int[]) and ${where} returning id),
     told as (
       insert into message_events (message_id, kind, who, text)
       select id, ?, ?, ? from changed where ? and (? <> 'read' or not exists (
         select from message_events e where e.message_id = changed.id and e.kind = 'read'))
     ), released as (
       update notifications set state = 'waiting' from changed
       where message_id = changed.id and state = 'held' and ? = 'not-spam' returning notifications.id
     ), queued as (${queueMailsSql('notification', 'released')})
     select count(*)::int as found, (select count(*) from queued) from messages where id = any(?::int[])`,
    [
      ...(set.includes('?') ? [who] : []),
      given,
      event ?? '',
      who,
      note,
      event !== undefined && isTold,
      event ?? '',
      act,
      given,
    ],
  );
  return rows[0]!.found;
}

/** Adds a note for staff. @returns false when there is no such message */
export async function addNote(em: EntityManager, id: number, text: string, who: string): Promise<boolean> {
  if (!(await em.count(Message, { id }))) return false;
  await em.insert(MessageEvent, { message: id, kind: 'note', who, text });
  return true;
}

/** Deletes a note of one's own. @returns false when there is no such note */
export async function deleteNote(em: EntityManager, id: number, event: number, who: string): Promise<boolean> {
  return (await em.nativeDelete(MessageEvent, { id: event, message: id, kind: 'note', who })) > 0;
}

/** Queues the mail about a message once more, its tries counted anew. @returns false when there is no such mail */
export async function sendNotificationAgain(em: EntityManager, messageId: number): Promise<boolean> {
  // SQL: marked and queued in one statement, or neither, and not while the message is being erased.
  const rows = await em.execute<unknown[]>(
    `with kept as (select id from messages where id = ? for key share),
     again as (
       update notifications set state = 'waiting', reason = null, attempts = 0, sent_at = null
       where message_id = (select id from kept) and state <> 'held' returning id
     ) ${queueMailsSql('notification', 'again')}`,
    [messageId],
  );
  return rows.length > 0;
}
