import { createHash } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { PdfDocument } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import { showing, type Saved } from '#db/save-unless-changed.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { parseForm } from '../../forms/action.server.ts';
import type { z } from '../../schemas/zod.ts';
import { addVersioned, saveVersioned } from '../versions/versioned.server.ts';
import { documentKey } from './document-key.ts';
import type { newDocumentSchema, replacedFileSchema } from './document.schema.ts';
import { showManaged, versionedDocuments, type ManagedDocument } from './documents.server.ts';
import { semaphore } from '../../http/memory/semaphore.ts';
import { pdfProblem, tooLargePdf, UPLOAD_BYTES, UPLOAD_MS } from './pdf-check.ts';

/** One file in memory at a time, so that many uploads take no more than one. */
const waitToKeep = semaphore({ perKey: 1, inAll: 1 });

/** `work` calls `keep`, which stores the file, before it writes the row. The sweep removes files without a row. */
async function withFile<T>(
  em: EntityManager,
  file: File,
  work: (kept: { key: string; sizeBytes: number; sha256: string }, keep: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const release = await waitToKeep('');
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = documentKey(file.name);
    return await work({ key, sizeBytes: bytes.length, sha256 }, () => findApp(em).store.put(key, bytes));
  } finally {
    release();
  }
}

export async function parseUpload<Schema extends z.core.$ZodType<{ file: File }>>(
  context: AppLoadContext,
  request: Request,
  schema: Schema,
) {
  context.beginUpload?.(UPLOAD_MS);
  const limits = { file: { maxBytes: UPLOAD_BYTES, tooLarge: { file: [tooLargePdf.error] } } };
  const form = await parseForm(context, request, schema, limits);
  if (!form.ok) return form;
  const problem = await pdfProblem(form.value.file);
  return problem ? { ok: false as const, reply: form.invalid({ file: [problem.error] }, problem.status) } : form;
}

/** `pdfProblem` has checked it. A `formId` sent twice is one document. @throws Error if store or database fail */
export const uploadDocument = (
  em: EntityManager,
  { file, formId, displayOrder, ...texts }: z.output<typeof newDocumentSchema>,
  by: Actor,
): Promise<unknown> =>
  withFile(em, file, async ({ key, ...facts }, keep) => {
    await keep();
    const fields = { ...texts, ...facts, ...(displayOrder === null ? {} : { displayOrder }) };
    return addVersioned(em, versionedDocuments, fields, formId, by, () => ({ filePath: key }));
  });

/**
 * Puts another file, checked by `pdfProblem`, under a document's address unless somebody else has changed the document
 * since. The history keeps the former file. The same form sent twice is one change.
 * @throws Error if the store or the database fails
 */
export const replaceFile = (
  em: EntityManager,
  id: number,
  { file, validUntil, version }: z.output<typeof replacedFileSchema>,
  by: Actor,
): Promise<Saved<ManagedDocument>> =>
  withFile(em, file, async ({ key, ...facts }, keep): Promise<Saved<ManagedDocument>> => {
    const isSame = (row: PdfDocument) => row.sha256 === facts.sha256 && (row.validUntil ?? null) === validUntil;
    const unsaved = (row: PdfDocument): Saved<ManagedDocument> => {
      return { outcome: isSame(row) ? 'saved' : 'outdated', stored: showManaged(row) };
    };
    const found = await em.findOne(PdfDocument, { id }, { disableIdentityMap: true });
    if (!found) return { outcome: 'gone' };
    if (isSame(found) || found.version !== version) return unsaved(found);
    await keep();
    const fields = { fileKey: key, validUntil, ...facts };
    const saved = await saveVersioned(em, versionedDocuments, { id }, version, fields, by);
    return saved.outcome === 'outdated' ? unsaved(saved.stored) : showing(saved, showManaged);
  });
