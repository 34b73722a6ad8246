import { createHash } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { PdfDocument } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Saved } from '#db/save-unless-changed.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { parseForm } from '../../forms/action.server.ts';
import { submissionKey } from '../../forms/submission-key.server.ts';
import type { z } from '../../schemas/zod.ts';
import { saveVersioned, recordRevision } from '../versions/versioned.server.ts';
import type { DocumentStore } from '../../storage/document-store.ts';
import { documentKey } from './document-key.ts';
import type { newDocumentSchema, replacedFileSchema } from './document.schema.ts';
import { documentFiles, showManaged, versionedDocuments, type ManagedDocument } from './documents.server.ts';
import { semaphore } from '../../http/memory/semaphore.ts';
import { pdfProblem, tooLargePdf, UPLOAD_BYTES, UPLOAD_MS } from './pdf-check.ts';
import { INT_MAX } from '../../schemas/limits.ts';
import { log } from '../../http/log.server.ts';

/** One more than the highest, so that the document comes after all others; of equal ones the newer comes later. */
const NEXT_ORDER = `select least(coalesce(max(display_order), -1), ${INT_MAX - 1}) + 1 from pdf_documents`;

/** A file is read to be kept: one at a time, so that many uploads take no more memory than one. */
const waitToKeep = semaphore({ perKey: 1, inAll: 1 });

type KeptFile = { bytes: Uint8Array; key: string; sha256: string };

async function withFile<T>(file: File, work: (kept: KeptFile) => Promise<T>): Promise<T> {
  const release = await waitToKeep('');
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return await work({ bytes, key: documentKey(file.name), sha256 });
  } finally {
    release();
  }
}

/** Reads and judges a form with a PDF file, as `parseForm` does others. */
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

/**
 * Keeps an uploaded PDF as a new document. The same form sent twice makes one document.
 * @param upload its file judged already, by `pdfProblem`; `formId` is the instance of the form
 * @param onLeftBehind hears of a file that could not be removed
 * @throws Error if the store or the database does not take it
 */
export async function uploadDocument(
  em: EntityManager,
  store: DocumentStore,
  { file, formId, ...fields }: z.output<typeof newDocumentSchema>,
  by: Actor,
  onLeftBehind: (error: unknown) => void,
): Promise<void> {
  const { title, description, displayOrder, issuer, number, validUntil, whenLapsed } = fields;
  await withFile(file, ({ bytes, key, sha256 }) =>
    storeFile(em, store, key, bytes, onLeftBehind, () =>
      em.transactional(async (tx) => {
        const submission = submissionKey(formId, { ...fields, sha256 });
        // SQL: its place is counted where it is stored, and the same form sent twice is one document.
        const [added] = await tx.execute<{ id: number }[]>(
          `insert into pdf_documents (title, description, issuer, number, valid_until, when_lapsed, file_path, size_bytes,
             sha256, display_order, submission_key)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(?::int, (${NEXT_ORDER})), ?)
           on conflict (submission_key) do nothing returning id`,
          [
            ...[title, description, issuer, number, validUntil, whenLapsed],
            ...[key, bytes.length, sha256, displayOrder, submission],
          ],
        );
        if (!added) return { isNamed: false }; // it is there already
        const row = await tx.findOneOrFail(PdfDocument, { id: added.id });
        await recordRevision(tx, versionedDocuments, row, by, { act: 'added' });
        return { isNamed: true };
      }),
    ),
  );
  await versionedDocuments.showChange(findApp(em));
}

/**
 * Puts another file under the address of a document unless somebody else has changed the document since. The former
 * file stays as long as the history knows it. The same form sent twice is one change.
 * @param form its file judged already, by `pdfProblem`; `version` is the state that it was made from
 * @param onLeftBehind hears of a file that could not be removed
 * @throws Error if the store or the database does not take it
 */
export async function replaceFile(
  em: EntityManager,
  store: DocumentStore,
  id: number,
  { file, validUntil, version }: z.output<typeof replacedFileSchema>,
  by: Actor,
  onLeftBehind: (error: unknown) => void,
): Promise<Saved<ManagedDocument>> {
  const found = await em.findOne(PdfDocument, { id }, { disableIdentityMap: true });
  if (!found) return { outcome: 'gone' };
  return withFile(file, async ({ bytes, key, sha256 }) => {
    const isSame = (row: PdfDocument) => row.sha256 === sha256 && (row.validUntil ?? null) === validUntil;
    const unsaved = (row: PdfDocument): Saved<ManagedDocument> => {
      return { outcome: isSame(row) ? 'saved' : 'outdated', stored: showManaged(row) };
    };
    if (isSame(found) || found.version !== version) return unsaved(found);
    const { saved } = await storeFile(em, store, key, bytes, onLeftBehind, async () => {
      const fields = { fileKey: key, sizeBytes: bytes.length, sha256, validUntil };
      const saved = await saveVersioned(em, versionedDocuments, { id }, version, fields, by);
      return { saved, isNamed: saved.outcome === 'saved' };
    });
    if (saved.outcome === 'gone') return saved;
    return saved.outcome === 'outdated' ? unsaved(saved.stored) : { ...saved, stored: showManaged(saved.stored) };
  });
}

/**
 * Keeps a file: in the store first, then its row by `save`, so that no row is ever without its file. If the row does not
 * take it, the file goes again, unless another row names it: two processes may give one key in the same millisecond. If
 * nobody can say whether the row arrived (the connection broke), the file stays until the sweep.
 */
async function storeFile<Saved extends { isNamed: boolean }>(
  em: EntityManager,
  store: DocumentStore,
  key: string,
  bytes: Uint8Array,
  onLeftBehind: (error: unknown) => void,
  save: () => Promise<Saved>,
): Promise<Saved> {
  const removeUnlessNamed = async () => {
    const [named] = await em.execute(documentFiles.owned, [JSON.stringify([key])]);
    if (!named) await store.remove(key);
  };
  try {
    await store.put(key, bytes);
  } catch (error) {
    // A store that answers too late may have kept it; the editor does not wait for a second answer.
    void removeUnlessNamed().catch(onLeftBehind);
    throw error;
  }
  try {
    const saved = await save();
    if (!saved.isNamed) await removeUnlessNamed().catch(onLeftBehind);
    return saved;
  } catch (error) {
    if (wasRefused(error)) await removeUnlessNamed().catch(onLeftBehind);
    throw error;
  }
}

export const logLeftBehind = (context: AppLoadContext) => (error: unknown) =>
  log.warn({ requestId: context.requestId, err: error }, 'file left behind for the sweep');

/** Whether PostgreSQL itself said no (a SQLSTATE), or never heard of it; a connection that broke leaves it open. */
function wasRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return /^(?!08)(\d\d|P0|XX)[0-9A-Z]{3}$/.test(code) || code === 'ECONNREFUSED';
  }
  return false;
}
