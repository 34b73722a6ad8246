import { findApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { sendAgain } from '../../mail/stored-mails.server.ts';
import { changeMessages, addNote, deleteNote, type NewNote } from '../inbox/change-messages.server.ts';
import { actionWords, clientEvents, hidesMessage, type Action } from '../actions.ts';
import { changeWithOwner, NO_OWNER } from '../owners.server.ts';
import { putOff, unlessOutdated } from './put-off.server.ts';
import { listSince } from './find-message.server.ts';
import type { ReceivedFile } from '../../http/files/received-file.server.ts';
import type { MessageChange, StaffChange, TakenReply } from '../message.schema.ts';
import { sendReply, sendReplyAgain } from './replies.server.ts';
import type { NewerEntries } from './timeline-item.tsx';
import { takeBackReply } from './take-back.server.ts';

/** `words` are for the toast. `outdated` tells what staff did since the page was opened. */
export type ChangedMessage =
  | { outcome: 'saved'; words: string | null; reply?: string | undefined }
  | { outcome: 'taken-back'; taken: TakenReply }
  | { outcome: 'gone' }
  | { outcome: 'invalid'; problems: Record<string, string[]>; status?: 400 | 503 }
  | { outcome: 'outdated'; stored: NewerEntries }
  | { outcome: 'impossible'; why: string; status: 404 | 409 };

/** @param files of a reply, which `problemsOfFiles` has checked */
export async function changeMessage(
  em: EntityManager,
  id: number,
  change: MessageChange,
  by: Actor,
  files: ReceivedFile[],
): Promise<ChangedMessage> {
  switch (change.intent) {
    case 'view':
      return savedIf((await changeMessages(em, [id], 'read', by)).found > 0, null);
    case 'reply':
      return sendReply(em, id, change, by, files);
    case 'send-again':
      return savedIf(await sendAgain(em, 'notification', id, "state <> 'held'"), 'The notification will be sent again');
    case 'send-reply-again':
      return savedIf(change.reply && (await sendReplyAgain(em, id, change.reply, by)), 'The reply will be sent again');
    case 'take-back': {
      const taken = change.reply ? await takeBackReply(em, id, change.reply, by) : null;
      if (taken === 'went') return impossible('It has gone');
      if (!taken) return impossible('There is nothing to take back: that was done already');
      return { outcome: 'taken-back', taken };
    }
    case 'note': {
      const note = readNote(em, change);
      if (!note) return { outcome: 'invalid', problems: { note: ['Please write a note'] } };
      return savedIf(await addNote(em, id, note, change.version, by), 'Note added');
    }
    case 'delete-note': {
      const isDeleted = change.event && (await deleteNote(em, id, change.event, by));
      return isDeleted ? { outcome: 'saved', words: 'Note deleted' } : impossible('Failed to delete note', 404);
    }
    case 'take':
    case 'give':
    case 'give-back':
    case 'back':
      return changeOwner(em, id, change.intent, change, by);
    case 'later':
      return putOff(em, id, change, by);
    default:
      return unlessOutdated(
        em,
        id,
        hidesMessage(change.intent) ? change.version : undefined,
        by,
        (tx) => markMessage(tx, id, change.intent as Action, change, by),
        ({ kind }) => clientEvents.includes(kind),
      );
  }
}

const impossible = (why: string, status: 404 | 409 = 409) => ({ outcome: 'impossible', why, status }) as const;

const savedIf = (isDone: boolean | '' | undefined, words: string | null): ChangedMessage =>
  isDone ? { outcome: 'saved', words } : { outcome: 'gone' };

/** The time of a call or visit is now unless staff typed one. */
function readNote(em: EntityManager, { note, contact, contactAt }: StaffChange): NewNote | null {
  if (!note) return null;
  return contact ? { text: note, contact, contactAt: new Date(contactAt ?? findApp(em).clock.now()) } : { text: note };
}

async function markMessage(
  em: EntityManager,
  id: number,
  act: Action,
  change: StaffChange,
  by: Actor,
): Promise<ChangedMessage> {
  const { note, version = 0 } = change;
  const { changed } = await changeMessages(em, [id], act, by, readNote(em, change));
  if (note && !changed.length) {
    // The message had that state already, so the note was not stored, unless the same form came twice.
    const since = await listSince(em, id, version);
    const isKept = since.some(({ who, text }) => who === by.who && text === note);
    if (!isKept) return { outcome: 'outdated', stored: { version: since.at(-1)?.id ?? version, since } };
  }
  return { outcome: 'saved', words: `Message ${actionWords[act].done}` };
}

const changeOwner = (em: EntityManager, id: number, act: Action, { to, version }: StaffChange, by: Actor) =>
  unlessOutdated(em, id, version, by, async (tx): Promise<ChangedMessage> => {
    const found = await changeWithOwner(tx, [id], { act, to: Number(to) }, by);
    return found === null ? impossible(NO_OWNER) : { outcome: 'saved', words: `Message ${actionWords[act].done}` };
  });
