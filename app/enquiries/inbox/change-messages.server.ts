import type { EnquiryAct } from '#db/entities/activity.ts';
import { LATER, Note } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { enquiryTexts } from '../../audit/activity.schema.ts';
import { queueMailsSql } from '../../mail/mail-jobs.server.ts';
import { MARKED_AS_SPAM, type Action } from '../actions.ts';
import { BACK } from '../message-tables.server.ts';
import { listSince } from '../conversation/find-message.server.ts';

export type NewNote = Pick<Note, 'text'> & Partial<Pick<Note, 'contact' | 'contactAt'>>;

/** SQL. A `?` is the address of whoever acts, or the id of the new owner. */
const changes: Record<Action, { set: string; where: string; event?: EnquiryAct }> = {
  read: { set: 'is_read = true', where: 'not is_read', event: 'read' },
  unread: { set: 'is_read = false', where: 'is_read' },
  answer: {
    set: `answered_by = case when answered_at is null then ? else answered_by end,
      answered_at = coalesce(answered_at, now()), later_until = null, is_read = true`,
    where: "folder = 'inbox' and (answered_at is null or later_until is not null)",
    event: 'answered',
  },
  reopen: {
    set: 'answered_at = null, answered_by = null, later_until = null',
    where: "folder = 'inbox' and answered_at is not null",
    event: 'reopened',
  },
  take: { set: 'owner_id = ?', where: 'owner_id is distinct from ?', event: 'taken' },
  give: { set: 'owner_id = ?', where: 'owner_id is distinct from ?', event: 'given' },
  'give-back': { set: 'owner_id = null', where: 'owner_id is not null', event: 'given-back' },
  back: { set: BACK, where: LATER, event: 'back' },
  spam: { set: `folder = 'spam', spam_reason = '${MARKED_AS_SPAM}'`, where: "folder = 'inbox'", event: 'spam' },
  'not-spam': { set: "folder = 'inbox', spam_reason = null", where: "folder = 'spam'", event: 'not-spam' },
  trash: { set: "folder = 'trash', trashed_at = now()", where: "folder <> 'trash'", event: 'trashed' },
  restore: {
    set: "folder = case when spam_reason is null then 'inbox' else 'spam' end, trashed_at = null",
    where: "folder = 'trash'",
    event: 'restored',
  },
};

/**
 * Changes messages and records it, in one transaction. Messages that already have the new state stay unchanged.
 * @param owner the new owner
 * @returns how many of the messages exist, and the references of the changed ones
 */
export async function changeMessages(
  em: EntityManager,
  ids: readonly number[],
  act: Action,
  by: Actor,
  note: NewNote | null = null,
  owner?: { id: number; email: string },
): Promise<{ found: number; changed: string[] }> {
  const { set, where, event } = changes[act];
  const given = `{${ids.join(',')}}`;
  const fill = (sql: string) => (sql.includes('?') ? [owner?.id ?? by.who] : []);
  const what = event ? enquiryTexts[event].replace('{owner}', owner?.email ?? '') : '';
  // SQL: changed, recorded and queued in one statement.
  const rows = await em.execute<{ found: number; changed: string[] }[]>(
    `with changed as (update messages set ${set} where id = any(?::int[]) and ${where} returning id, reference),
     told as (
       insert into activities (kind, act, who, address, what, noun, noun_id)
       select 'enquiries', ?, ?, ?, replace(?, '{}', reference), 'messages', id
       from changed where ? and (? <> 'read' or not exists (
         select from activities a where a.noun = 'messages' and a.noun_id = changed.id and a.act = 'read'))
       returning id, noun_id
     ), noted as (
       insert into notes (activity_id, message_id, text, contact, contact_at)
       select told.id, noun_id, note->>'text', note->>'contact', (note->>'contactAt')::timestamptz
       from told, (select ?::jsonb as note) as given where note is not null
     ), released as (
       update notifications set state = 'waiting' from changed
       where message_id = changed.id and state = 'held' and ? = 'not-spam' returning notifications.id
     ), queued as (${queueMailsSql('notification', 'released')})
     select count(*)::int as found, (select coalesce(array_agg(reference order by id), '{}') from changed) as changed, (select count(*) from queued) from messages where id = any(?::int[])`,
    [
      ...fill(set),
      given,
      ...fill(where),
      ...[event ?? null, by.who, by.address, what],
      event !== undefined,
      event ?? '',
      note && JSON.stringify(note),
      act,
      given,
    ],
  );
  return rows[0]!;
}

/**
 * @param act its kind in the history of the enquiry; null keeps it out of that history
 * @param what the text, with `{}` for the reference
 * @returns the activity's id, of one message; null if there is none
 */
export async function recordMessageActivity(
  em: EntityManager,
  ids: number | readonly number[],
  act: EnquiryAct | null,
  by: Actor,
  what: string,
): Promise<number | null> {
  // SQL: reads the references and keeps the messages from being deleted.
  const [line] = await em.execute<{ id: number }[]>(
    `with kept as (select id, reference from messages where id = any(?::int[]) for key share)
     insert into activities (kind, act, who, address, what, noun, noun_id)
     select 'enquiries', ?, ?, ?, replace(?, '{}', reference), 'messages', id from kept returning id`,
    [`{${[ids].flat().join(',')}}`, act, by.who, by.address, what],
  );
  return line?.id ?? null;
}

/** The same form sent twice is one note. @param version the last activity shown @returns false if there is no message */
export function addNote(
  em: EntityManager,
  id: number,
  note: NewNote,
  version: number | undefined,
  by: Actor,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    // SQL: the second of two presses of the button waits here; readers do not.
    await tx.execute('select from messages where id = ? for no key update', [id]);
    const since = version === undefined ? [] : await listSince(tx, id, version);
    if (since.some(({ kind, who, text }) => kind === 'note' && who === by.who && text === note.text)) return true;
    const line = await recordMessageActivity(tx, id, 'note', by, enquiryTexts.note);
    if (line !== null) await tx.insert(Note, { activity: line, message: id, ...note });
    return line !== null;
  });
}

/** Deletes a note of `by`. @param event the id of the note's activity @returns false if there is none */
export function deleteNote(em: EntityManager, id: number, event: number, by: Actor): Promise<boolean> {
  return em.transactional(async (tx) => {
    const note = await tx.findOne(Note, { activity: { id: event, who: by.who }, message: id });
    if (!note || !(await tx.nativeDelete(Note, { activity: event }))) return false;
    await recordMessageActivity(tx, id, null, by, 'Deleted a note on {}');
    return true;
  });
}
