import { PdfDocument } from '#db/entities/content.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import type { EntityManager } from '#db/orm.ts';
import { deleteUnlessChanged, saveUnlessChanged, showing, type Saved } from '#db/save-unless-changed.ts';
import { recordActivity, type Actor } from '../activity/activities.server.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { Owner } from '../storage/sweep-orphans.server.ts';
import type { DocumentFields, EditableDocument, ListedDocument, PublicDocument } from './document.schema.ts';

/** The files of documents in the store: only what `documentKey` named. */
export const documentFiles: Owner = {
  keys: /^\d{10,}-.+\.pdf$/,
  owned: `select file_path as key from pdf_documents
    where file_path in (select jsonb_array_elements_text(?::jsonb))`,
};

/** What the file address needs besides. */
export interface CachedDocument extends PublicDocument {
  sizeBytes: number;
  sha256: string;
}

// Plain reads: what an action changed by SQL must not come from the EntityManager's memory.
const inOrder = { orderBy: { displayOrder: 'asc', id: 'asc' }, disableIdentityMap: true } as const;

const documents = cachedSnapshot<CachedDocument[]>(
  'pdf_documents',
  [],
  async (em) => {
    const rows = await em.find(PdfDocument, {}, inOrder);
    return rows.map(({ id, title, description, filePath, sizeBytes, sha256 }) => ({
      id,
      title,
      description: description ?? null,
      filePath,
      sizeBytes,
      sha256,
    }));
  },
  'Error fetching documents:',
);

/** The company documents in their order, as this process knows them. */
export const publicDocuments = (): PublicDocument[] =>
  documents.get().map(({ id, title, description, filePath }) => ({ id, title, description, filePath }));

/** The document whose file has this path. */
export const findKnownDocument = (filePath: string): CachedDocument | undefined =>
  documents.get().find((document) => document.filePath === filePath);

/** Public pages of this process follow at once. */
export const showDocumentChange = () => documents.showChange();

/** Writes down what was done to a document. */
export const telling =
  (by: Actor, done: string) =>
  (em: EntityManager, { id, title }: { id: number; title: string }) =>
    recordActivity(em, 'documents', by, `${done} the document “${title}”`, { noun: 'documents', id });

/** Every document in its order, from the database. */
export async function listDocuments(em: EntityManager): Promise<ListedDocument[]> {
  const rows = await em.find(PdfDocument, {}, inOrder);
  return rows.map(({ id, title, description, filePath, displayOrder, sizeBytes, createdAt }) => ({
    id,
    title,
    description: description ?? null,
    filePath,
    displayOrder,
    sizeBytes,
    createdAt,
  }));
}

const editable = ({ id, title, description, displayOrder, version }: PdfDocument): EditableDocument => {
  return { id, title, description: description ?? null, displayOrder, version };
};

/** One document to edit, or null. */
export async function findDocument(em: EntityManager, id: number): Promise<EditableDocument | null> {
  const row = await em.findOne(PdfDocument, { id }, { disableIdentityMap: true });
  return row && editable(row);
}

/**
 * Saves what staff wrote about a document unless somebody else has changed it since. The file cannot be replaced.
 * @param version the state that the editor saw
 */
export async function updateDocument(
  em: EntityManager,
  id: number,
  { version, ...fields }: DocumentFields & { version: number },
  by: Actor,
): Promise<Saved<EditableDocument>> {
  const saved = await saveUnlessChanged(em, PdfDocument, { id }, version, fields, telling(by, 'Changed'));
  if (saved.outcome === 'saved') await showDocumentChange();
  return showing(saved, editable);
}

/**
 * Deletes a document unless somebody has changed it since. The row goes first: a document without its file would be a
 * broken link, whereas a file without its row is seen by nobody, and the sweep removes it if the store does not now.
 * @param version the state that was shown; null deletes any
 * @param onLeftBehind hears of a file that could not be removed
 */
export async function deleteDocument(
  em: EntityManager,
  store: DocumentStore,
  id: number,
  version: number | null,
  by: Actor,
  onLeftBehind: (error: unknown) => void,
): Promise<Saved<EditableDocument>> {
  const deleted = await deleteUnlessChanged(em, PdfDocument, id, version, telling(by, 'Deleted'));
  if (deleted.outcome === 'saved')
    await Promise.all([showDocumentChange(), store.remove(deleted.stored.filePath).catch(onLeftBehind)]);
  return showing(deleted, editable);
}
