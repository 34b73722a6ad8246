import { findApp, type App } from '#db/app.ts';
import { PdfDocument } from '#db/entities/content.ts';
import { Trashed } from '#db/entities/history.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import type { EntityManager } from '#db/orm.ts';
import { inOrder, versioned } from '../versions/versioned.server.ts';
import { paths } from '../../paths.ts';
import type { Owner } from '../../storage/sweep-orphans.server.ts';
import { sizeText } from '../../ui/size-text.ts';
import { dayOf, daysBetween, dayText, localDay, localTime } from '../../time/dates.ts';
import { fileName, uploadedAt } from './document-key.ts';
import { hasLapsed, isHidden, lapseText, SOON_DAYS, validityText, whenLapsedText, type Validity } from './validity.ts';

export const documentFiles: Owner = {
  keys: /^\d{10,}-.+\.pdf$/,
  // Files of old states and of the trash, too: they may come back.
  owned: `select key from jsonb_array_elements_text(?::jsonb) as key
    where exists (select from pdf_documents where file_path = key or file_key = key)
      or exists (select from revisions where noun = 'documents' and state ->> 'fileKey' = key)
      or exists (select from trash where noun = 'documents' and key in (row ->> 'filePath', row ->> 'fileKey'))`,
};

const cached = (row: PdfDocument) => {
  const { id, title, filePath, sizeBytes, sha256, description = null, validUntil = null, whenLapsed = null } = row;
  const issued = [row.issuer, row.number].filter(Boolean).join(', ') || null;
  const fileKey = row.fileKey ?? filePath;
  return { id, title, description, issued, filePath, fileKey, sizeBytes, sha256, validUntil, whenLapsed };
};
type CachedDocument = ReturnType<typeof cached>;

const readAll = async (em: EntityManager) => (await em.find(PdfDocument, {}, inOrder)).map(cached);
const documents = cachedSnapshot<CachedDocument[]>('pdf_documents', [], readAll, 'Error fetching documents:');

function shownDocuments(app: App): CachedDocument[] {
  const now = app.clock.now();
  return documents.get(app).filter((document) => !isHidden(document, now));
}

export const publicDocuments = (app: App) =>
  shownDocuments(app).map((document) => shownTo('visitors', document, app.clock.now()));

export type PublicDocument = ReturnType<typeof shownTo>;

function shownTo(whom: 'visitors' | 'staff', document: CachedDocument, now: number) {
  const { id, title, description, filePath, issued } = document;
  const validity = whom === 'staff' ? lapseText(document, now) : validityText(document, now);
  return { id, title, description, filePath, issued, validity, isLapsed: hasLapsed(document, now) };
}

export const listAttachable = (app: App) =>
  shownDocuments(app).map((document) => {
    const { id, title, sizeBytes } = document;
    return { id, title: hasLapsed(document, app.clock.now()) ? `${title} (lapsed)` : title, sizeBytes };
  });

export const findKnownDocument = (app: App, filePath: string): CachedDocument | undefined =>
  shownDocuments(app).find((document) => document.filePath === filePath);

export function listLapsing(app: App) {
  const now = app.clock.now();
  const daysLeft = ({ validUntil }: CachedDocument) => (validUntil ? daysBetween(dayOf(now), validUntil) : Infinity);
  return documents
    .get(app)
    .filter((document) => daysLeft(document) <= SOON_DAYS)
    .sort((a, b) => daysLeft(a) - daysLeft(b))
    .map((document) => shownTo('staff', document, now));
}

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
  entity: PdfDocument,
  table: 'pdf_documents',
  fields: {
    title: 'Title',
    description: 'Description',
    displayOrder: 'Order',
    issuer: 'Issuer',
    number: 'Number',
    validUntil: 'Valid until',
    whenLapsed: 'When it has lapsed',
    fileKey: 'File',
    sizeBytes: '',
    sha256: '',
  },
  called: ({ title }) => `the document “${title}”`,
  shown(name, state, { filePath }) {
    if (name === 'fileKey') return fileText((state.fileKey as string | null) ?? filePath, Number(state.sizeBytes));
    if (name === 'whenLapsed')
      return state.validUntil ? whenLapsedText(state.whenLapsed as Validity['whenLapsed']) : '';
    return name === 'validUntil' && state.validUntil ? dayText(state.validUntil as string) : null;
  },
  showChange: async (app) => void (await Promise.all([documents.showChange(app), trashed.showChange(app)])),
  list: () => paths.admin.documents,
  edit: paths.admin.editDocument,
  deletion: { from: 'About', more: 'description' },
});

export type ListedDocument = Awaited<ReturnType<typeof listDocuments>>[number];

export async function listDocuments(em: EntityManager) {
  const now = findApp(em).clock.now();
  return (await em.find(PdfDocument, {}, inOrder)).map((row) => {
    const { fileKey, displayOrder, sizeBytes, createdAt } = row;
    const replacedAt = fileKey ? uploadedAt(fileKey) : null;
    const days = { createdAt, uploaded: localDay(createdAt), replacedAt, replaced: replacedAt && localDay(replacedAt) };
    const document = cached(row);
    return { ...shownTo('staff', document, now), displayOrder, sizeBytes, ...days, isHidden: isHidden(document, now) };
  });
}

export type ManagedDocument = ReturnType<typeof showManaged>;

export const showManaged = (row: PdfDocument) => {
  const { id, version, title, displayOrder, filePath, fileKey, sizeBytes } = row;
  const { description = null, issuer = null, number = null, validUntil = null, whenLapsed = null } = row;
  const texts = { title, description, displayOrder, issuer, number, validUntil, whenLapsed };
  return { id, version, ...texts, file: fileText(fileKey ?? filePath, sizeBytes) };
};

export async function findDocument(em: EntityManager, id: number): Promise<ManagedDocument | null> {
  const row = await em.findOne(PdfDocument, { id }, { disableIdentityMap: true });
  return row && showManaged(row);
}
