import type { EnquiryAct } from '#db/entities/activity.ts';
import { Note } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { enquiryTexts } from '../../audit/activity.schema.ts';
import { queueMailsSql } from '../../mail/mail-queue.server.ts';
import { sendAgain } from '../../mail/send-again.server.ts';
import type { Act } from '../actions.ts';
import { hasNotedSince } from '../conversation/find-message.server.ts';

interface Change {
  set: string;
  /** Which of the messages it changes. */
  where: string;
  /** What is written down about those. */
  event?: EnquiryAct;
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
 * @param note kept with what is written down
 * @returns how many of the messages there are, and how many were changed
 */
export async function actOnMessages(
  em: EntityManager,
  ids: readonly number[],
  act: Act,
  by: Actor,
  note: string | null = null,
): Promise<{ found: number; changed: number }> {
  const { set, where, event } = changes[act];
  const given = `{${ids.join(',')}}`;
  // SQL: changed, written down and queued in one statement.
  const rows = await em.execute<{ found: number; changed: number }[]>(
    `with changed as (update messages set ${set} where id = any(?::int[]) and ${where} returning id, reference),
     told as (
       insert into activities (kind, act, who, address, what, noun, noun_id)
       select 'enquiries', ?, ?, ?, replace(?, '{}', reference), 'messages', id
       from changed where ? and (? <> 'read' or not exists (
         select from activities a where a.noun = 'messages' and a.noun_id = changed.id and a.act = 'read'))
       returning id, noun_id
     ), noted as (
       insert into notes (activity_id, message_id, text) select told.id, noun_id, note from told, (select ?::text as note) as given
       where note is not null
     ), released as (
       update notifications set state = 'waiting' from changed
       where message_id = changed.id and state = 'held' and ? = 'not-spam' returning notifications.id
     ), queued as (${queueMailsSql('notification', 'released')})
     select count(*)::int as found, (select count(*)::int from changed) as changed, (select count(*) from queued) from messages where id = any(?::int[])`,
    [
      ...(set.includes('?') ? [by.who] : []),
      given,
      ...(event ? [event, by.who, by.address, enquiryTexts[event]] : [null, by.who, by.address, '']),
      event !== undefined,
      event ?? '',
      note,
      act,
      given,
    ],
  );
  return rows[0]!;
}

/**
 * Writes down something that somebody did about an enquiry.
 * @param act by which its own list of what happened tells it; null leaves it out there
 * @param what with `{}` in the place of the reference
 * @returns the id of the line; null when there is no such message
 */
export async function recordOfMessage(
  em: EntityManager,
  id: number,
  act: EnquiryAct | null,
  by: Actor,
  what: string,
): Promise<number | null> {
  // SQL: with the reference of the message, which is not deleted meanwhile.
  const [line] = await em.execute<{ id: number }[]>(
    `with kept as (select id, reference from messages where id = ? for key share)
     insert into activities (kind, act, who, address, what, noun, noun_id)
     select 'enquiries', ?, ?, ?, replace(?, '{}', reference), 'messages', id from kept returning id`,
    [id, act, by.who, by.address, what],
  );
  return line?.id ?? null;
}

/**
 * Adds a note for staff, unless the same form has added it already.
 * @param version the last happening that the form's page showed
 * @returns false when there is no such message
 */
export function addNote(
  em: EntityManager,
  id: number,
  { text, version }: { text: string; version: number | undefined },
  by: Actor,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    // SQL: waits for the other press of a double one, and for nothing else that touches the message.
    await tx.execute('select from messages where id = ? for no key update', [id]);
    if (version !== undefined && (await hasNotedSince(tx, id, version, text, by.who))) return true;
    const line = await recordOfMessage(tx, id, 'note', by, enquiryTexts.note);
    if (line !== null) await tx.insert(Note, { activity: line, message: id, text });
    return line !== null;
  });
}

/** Deletes a note of one's own. @param event the line that tells of it @returns false when there is no such note */
export function deleteNote(em: EntityManager, id: number, event: number, by: Actor): Promise<boolean> {
  return em.transactional(async (tx) => {
    const written = { activity: { id: event, act: 'note', who: by.who }, message: id } as const;
    const note = await tx.findOne(Note, written);
    if (!note || !(await tx.nativeDelete(Note, { activity: event }))) return false;
    await recordOfMessage(tx, id, null, by, 'Deleted a note on {}');
    return true;
  });
}

/** Queues the mail about a message once more, its tries counted anew. @returns false when there is no such mail */
export const sendNotificationAgain = (em: EntityManager, messageId: number): Promise<boolean> =>
  sendAgain(em, 'notification', messageId, "state <> 'held'");
