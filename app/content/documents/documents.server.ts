import type { App } from '#db/app.ts';
import { PdfDocument } from '#db/entities/content.ts';
import { Trashed } from '#db/entities/history.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import type { EntityManager } from '#db/orm.ts';
import { showing, type Saved } from '#db/save-unless-changed.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { versioned, saveVersioned } from '../versions/versioned.server.ts';
import { paths } from '../../paths.ts';
import type { Owner } from '../../storage/sweep-orphans.server.ts';
import { sizeText } from '../../ui/size-text.ts';
import { localDay, localTime } from '../../time/dates.ts';
import { fileName, uploadedAt } from './document-key.ts';
import type { DocumentValues, ListedDocument, ManagedDocument, PublicDocument } from './document.schema.ts';

/** The files of documents in the store: only what `documentKey` named. */
export const documentFiles: Owner = {
  keys: /^\d{10,}-.+\.pdf$/,
  // Those of old states and of the trash, too: they may come back.
  owned: `select key from jsonb_array_elements_text(?::jsonb) as key
    where exists (select from pdf_documents where file_path = key or file_key = key)
      or exists (select from revisions where noun = 'documents' and state ->> 'fileKey' = key)
      or exists (select from trash where noun = 'documents' and key in (row ->> 'filePath', row ->> 'fileKey'))`,
};

export interface CachedDocument extends PublicDocument {
  fileKey: string;
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
    return rows.map(({ id, title, description, filePath, fileKey, sizeBytes, sha256 }) => {
      return { id, title, description: description ?? null, filePath, fileKey: fileKey ?? filePath, sizeBytes, sha256 };
    });
  },
  'Error fetching documents:',
);

export const publicDocuments = (app: App): PublicDocument[] =>
  documents.get(app).map(({ id, title, description, filePath }) => ({ id, title, description, filePath }));

/** As they may be sent with a mail. */
export const listAttachable = (app: App) =>
  documents.get(app).map(({ id, title, sizeBytes }) => ({ id, title, sizeBytes }));

export const findKnownDocument = (app: App, filePath: string): CachedDocument | undefined =>
  documents.get(app).find((document) => document.filePath === filePath);

const trashed = cachedSnapshot<ReadonlySet<unknown>>('trash', new Set(), async (em) => {
  const rows = await em.find(Trashed, { noun: 'documents' }, { disableIdentityMap: true });
  return new Set(rows.map(({ row }) => row.filePath));
});

export const isInTrash = (app: App, filePath: string): boolean => trashed.get(app).has(filePath);

function fileText(key: string, sizeBytes: number): string {
  const at = uploadedAt(key);
  return `${fileName(key)}, ${sizeText(sizeBytes)}${at ? `, uploaded ${localDay(at)}, ${localTime(at)}` : ''}`;
}

export const versionedDocuments = versioned<PdfDocument>({
  noun: 'documents',
  label: 'Documents',
  role: 'editor',
  entity: PdfDocument,
  table: 'pdf_documents',
  fields: {
    title: 'Title',
    description: 'Description',
    displayOrder: 'Order',
    fileKey: 'File',
    sizeBytes: '',
    sha256: '',
  },
  called: ({ title }) => `the document “${title}”`,
  shown: (name, state, { filePath }) =>
    name === 'fileKey' ? fileText((state.fileKey as string | null) ?? filePath, Number(state.sizeBytes)) : null,
  showChange: async (app) => void (await Promise.all([documents.showChange(app), trashed.showChange(app)])),
  list: () => paths.admin.documents,
  edit: paths.admin.editDocument,
  deletion: { from: 'About', more: 'description' },
});

export async function listDocuments(em: EntityManager): Promise<ListedDocument[]> {
  const rows = await em.find(PdfDocument, {}, inOrder);
  return rows.map(({ id, title, description, filePath, fileKey, displayOrder, sizeBytes, createdAt }) => {
    const replacedAt = fileKey ? uploadedAt(fileKey) : null;
    const days = { createdAt, uploaded: localDay(createdAt), replacedAt, replaced: replacedAt && localDay(replacedAt) };
    return { id, title, description: description ?? null, filePath, displayOrder, sizeBytes, ...days };
  });
}

export const showManaged = (row: PdfDocument): ManagedDocument => {
  const { id, version, title, description, displayOrder, filePath, fileKey, sizeBytes } = row;
  const file = fileText(fileKey ?? filePath, sizeBytes);
  return { id, version, title, description: description ?? null, displayOrder, file };
};

export async function findDocument(em: EntityManager, id: number): Promise<ManagedDocument | null> {
  const row = await em.findOne(PdfDocument, { id }, { disableIdentityMap: true });
  return row && showManaged(row);
}

/**
 * Saves what staff wrote about a document unless somebody else has changed it since. Its file is replaced apart.
 * @param version the state that the editor saw
 */
export async function updateDocument(
  em: EntityManager,
  id: number,
  { version, ...fields }: DocumentValues & { version: number },
  by: Actor,
): Promise<Saved<ManagedDocument>> {
  return showing(await saveVersioned(em, versionedDocuments, { id }, version, fields, by), showManaged);
}
