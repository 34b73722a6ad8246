import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Message } from '#db/entities/message.ts';
import { SavedReply } from '#db/entities/saved-reply.ts';
import { findApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import { deleteUnlessChanged, saveUnlessChanged, showing, type Saved } from '#db/save-unless-changed.ts';
import type { Staff } from '../../accounts/guards.server.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { listAttachable } from '../../content/documents/documents.server.ts';
import { serviceTypeLabel } from '../receive/enquiry-options.ts';
import { fillIn, type SavedReplyFields } from './saved-reply.schema.ts';

export type ListedReply = ReturnType<typeof listed>;

const listed = ({ id, name, text, documents, version }: SavedReply) => ({ id, name, text, documents, version });

export const listSavedReplies = async (em: EntityManager): Promise<ListedReply[]> =>
  (await em.find(SavedReply, {}, { disableIdentityMap: true, orderBy: { name: 'asc' } })).map(listed);

export async function findSavedReply(em: EntityManager, id: number): Promise<ListedReply | null> {
  const row = await em.findOne(SavedReply, { id }, { disableIdentityMap: true });
  return row && listed(row);
}

/** The same form sent twice is one saved reply. @returns `taken` if another one has this name */
export const saveReply = (...of: Parameters<typeof trySave>) =>
  trySave(...of).catch((error: unknown) => {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    return trySave(...of); // another save was first, and can be read now
  });

async function trySave(
  em: EntityManager,
  { version, ...given }: SavedReplyFields,
  by: Actor,
  id: number | null,
): Promise<Saved<ListedReply> | { outcome: 'taken' }> {
  const fields = { ...given, documents: given.documents.map(String) };
  const tell = (tx: EntityManager, row: SavedReply) =>
    recordActivity(tx, 'saved-replies', by, `${id ? 'Changed' : 'Added'} the saved reply “${row.name}”`, about(row));
  // SQL: ignores case.
  const [other] = await em.execute<{ id: number; isSame: boolean }[]>(
    `select id, name = ? and text = ? and documents = ?::text[] as "isSame" from saved_replies where lower(name) = lower(?) and id <> ?`,
    [fields.name, fields.text, `{${fields.documents.join(',')}}`, fields.name, id ?? 0],
  );
  if (other && (id || !other.isSame)) return { outcome: 'taken' };
  if (id) return showing(await saveUnlessChanged(em, SavedReply, { id }, version, fields, tell), listed);
  if (other) return { outcome: 'saved', stored: (await findSavedReply(em, other.id))! };
  return em.transactional(async (tx) => {
    const row = tx.create(SavedReply, fields);
    await tx.flush();
    await tell(tx, row);
    return { outcome: 'saved', stored: listed(row) };
  });
}

const about = ({ id }: { id: number }) => ({ noun: 'replies', id });

export const deleteReply = async (em: EntityManager, id: number, version: number | null, by: Actor) =>
  showing(
    await deleteUnlessChanged(em, SavedReply, id, version, (tx, row) =>
      recordActivity(tx, 'saved-replies', by, `Deleted the saved reply “${row.name}”`, about(row)),
    ),
    listed,
  );

/** @returns null if the saved reply or the enquiry does not exist any more */
export async function fillInReply(
  em: EntityManager,
  id: number,
  messageId: number,
  { name, email }: Pick<Staff, 'name' | 'email'>,
): Promise<{ text: string; documents: string[] } | null> {
  const reply = await findSavedReply(em, id);
  const message = await em.findOne(Message, { id: messageId }, { disableIdentityMap: true });
  if (!reply || !message) return null;
  const known = {
    name: message.name,
    reference: message.reference,
    service: serviceTypeLabel(message.serviceType),
    'my name': name || email,
  };
  const there = new Set(listAttachable(findApp(em)).map((document) => String(document.id)));
  return { text: fillIn(reply.text, known), documents: reply.documents.filter((one) => there.has(one)) };
}
