import { PdfDocument } from '#db/entities/content.ts';
import { known } from '#db/known.ts';
import type { PublicDocument } from './document.schema.ts';

/** What the file address needs besides. */
export interface KnownDocument extends PublicDocument {
  sizeBytes: number;
  sha256: string;
}

const documents = known<KnownDocument[]>('pdf_documents', [], async (em) => {
  const rows = await em.find(PdfDocument, {}, { orderBy: { displayOrder: 'asc', id: 'asc' } });
  return rows.map(({ id, title, description, filePath, sizeBytes, sha256 }) => ({
    id,
    title,
    description: description ?? null,
    filePath,
    sizeBytes,
    sha256,
  }));
});

/** The company documents in their order, as this process knows them. */
export const knownDocuments = (): PublicDocument[] =>
  documents.get().map(({ id, title, description, filePath }) => ({ id, title, description, filePath }));

/** The document whose file has this path. */
export const findKnownDocument = (filePath: string): KnownDocument | undefined =>
  documents.get().find((document) => document.filePath === filePath);
