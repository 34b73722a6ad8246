import { isDeepStrictEqual } from 'node:util';
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { Message } from '#db/entities/message.ts';
import { SavedReply } from '#db/entities/saved-reply.ts';
import { findApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import { deleteUnlessChanged, saveUnlessChanged, showing, type Saved } from '#db/save-unless-changed.ts';
import type { Staff } from '../../accounts/guards.server.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { listAttachable } from '../../content/documents/documents.server.ts';
import { addRevision } from '../../content/versions/add-revision.server.ts';
import { registerUndo } from '../../content/versions/undo.server.ts';
import { paths } from '../../paths.ts';
import { serviceTypeLabel } from '../receive/enquiry-options.ts';
import { fillIn, type SavedReplyFields } from './saved-reply.schema.ts';

export type ListedReply = ReturnType<typeof listed>;

const listed = ({ id, name, text, documents, version }: SavedReply) => ({ id, name, text, documents, version });

export const listSavedReplies = async (em: EntityManager): Promise<ListedReply[]> =>
  (await em.find(SavedReply, {}, { disableIdentityMap: true, orderBy: { name: 'asc' } })).map(listed);

export const findSavedReply = async (em: EntityManager, id: number): Promise<ListedReply | null> =>
  (await listSavedReplies(em)).find((reply) => reply.id === id) ?? null;

/** The same form sent twice is one saved reply. @returns `taken` if another one has this name */
export async function saveReply(
  em: EntityManager,
  { version, ...given }: SavedReplyFields,
  by: Actor,
  id: number | null,
): Promise<Saved<ListedReply> | { outcome: 'taken' }> {
  const fields = { ...given, documents: given.documents.map(String) };
  const tell = (tx: EntityManager, row: SavedReply, before: SavedReply) => record(tx, before, row, by);
  try {
    if (id) return showing(await saveUnlessChanged(em, SavedReply, { id }, version, fields, tell), listed);
    return await em.transactional(async (tx) => {
      const row = tx.create(SavedReply, fields);
      await tx.flush();
      return { outcome: 'saved', stored: listed(row), revision: await record(tx, null, row, by) };
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const stored = (await listSavedReplies(em)).find(({ name }) => name === fields.name);
    const isSame = !id && stored && isDeepStrictEqual(stored, { ...stored, ...fields });
    return isSame ? { outcome: 'saved', stored } : { outcome: 'taken' };
  }
}

export const deleteReply = async (em: EntityManager, id: number, version: number | null, by: Actor) =>
  showing(await deleteUnlessChanged(em, SavedReply, id, version, (tx, row) => record(tx, row, null, by)), listed);

type State = ListedReply | null;
const aboutReply = (id: number) => ({ noun: 'replies', id });

/** @returns the revision, which can be undone */
async function record(tx: EntityManager, was: SavedReply | null, row: SavedReply | null, by: Actor): Promise<number> {
  const [before, after] = [was && listed(was), row && listed(row)];
  const { id, name } = (after ?? before)!;
  const what = `${!before ? 'Added' : after ? 'Changed' : 'Deleted'} the saved reply “${name}”`;
  const line = { kind: 'saved-replies', what, about: aboutReply(id) } as const;
  return addRevision(tx, { noun: 'saved-replies', itemId: null, act: 'marked', state: { before, after } }, by, line);
}

registerUndo('saved-replies', {
  role: 'admin',
  async undo(tx, { state }, by) {
    const { before, after } = state as { before: State; after: State };
    const { id, name, text, documents } = (before ?? after)!;
    const row = await tx.findOne(SavedReply, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!isDeepStrictEqual(row && listed(row), after)) return null;
    if (!before) tx.remove(row!);
    else if (row) tx.assign(row, { name, text, documents });
    else tx.create(SavedReply, before);
    try {
      await tx.flush();
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) return null; // another one has the name now
      throw error;
    }
    await recordActivity(tx, 'saved-replies', by, `Undid a change of the saved reply “${name}”`, aboutReply(id));
    return { what: 'The saved replies are as they were', back: paths.admin.savedReplies };
  },
});

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
