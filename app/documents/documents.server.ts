import { PdfDocument } from '#db/entities/content.ts';
import { known } from '#db/known.ts';
import type { EntityManager } from '#db/orm.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { DocumentFields, EditableDocument, ListedDocument, PublicDocument } from './document.schema.ts';

/** What the file address needs besides. */
export interface KnownDocument extends PublicDocument {
  sizeBytes: number;
  sha256: string;
}

// Plain reads: what an action changed by SQL must not come from the EntityManager's memory.
const inOrder = { orderBy: { displayOrder: 'asc', id: 'asc' }, disableIdentityMap: true } as const;

const documents = known<KnownDocument[]>(
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
export const knownDocuments = (): PublicDocument[] =>
  documents.get().map(({ id, title, description, filePath }) => ({ id, title, description, filePath }));

/** The document whose file has this path. */
export const findKnownDocument = (filePath: string): KnownDocument | undefined =>
  documents.get().find((document) => document.filePath === filePath);

/** Public pages of this process follow at once. What was saved is saved: if this read fails, NOTIFY brings the next. */
export const refreshKnownDocuments = () => documents.refresh().catch(() => {});

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

/** One document to edit, or null. */
export async function findDocument(em: EntityManager, id: number): Promise<EditableDocument | null> {
  const row = await em.findOne(PdfDocument, { id }, { disableIdentityMap: true });
  if (!row) return null;
  const { title, description, displayOrder, version } = row;
  return { id, title, description: description ?? null, displayOrder, version };
}

/**
 * Saves what staff wrote about a document. The file cannot be replaced.
 * @param version the state that the editor saw
 * @returns the other's state if somebody saved in between, and nothing is changed; null if the document is gone
 */
export async function updateDocument(
  em: EntityManager,
  id: number,
  version: number,
  { title, description, displayOrder }: DocumentFields,
): Promise<'updated' | { conflict: EditableDocument } | null> {
  const rows = await em.execute<unknown[]>(
    `update pdf_documents set title = ?, description = ?, display_order = ?, version = version + 1
     where id = ? and version = ? returning id`,
    [title, description, displayOrder, id, version],
  );
  if (!rows.length) {
    const conflict = await findDocument(em, id);
    return conflict && { conflict };
  }
  await refreshKnownDocuments();
  return 'updated';
}

/**
 * Deletes a document. The row goes first: a document without its file would be a broken link, whereas a file without
 * its row is seen by nobody, and the sweep removes it if the store does not now.
 * @param version the state that was shown; null deletes any
 * @param onLeftBehind hears of a file that could not be removed
 * @returns the other's state if somebody saved in between, and nothing is deleted; null if there is no such document
 */
export async function deleteDocument(
  em: EntityManager,
  store: DocumentStore,
  id: number,
  version: number | null,
  onLeftBehind: (error: unknown) => void,
): Promise<'deleted' | { conflict: EditableDocument } | null> {
  const rows = await em.execute<{ file_path: string }[]>(
    'delete from pdf_documents where id = ? and version = coalesce(?::int, version) returning file_path',
    [id, version],
  );
  if (!rows[0]) {
    const conflict = await findDocument(em, id);
    return conflict && { conflict };
  }
  await Promise.all([refreshKnownDocuments(), store.remove(rows[0].file_path).catch(onLeftBehind)]);
  return 'deleted';
}
