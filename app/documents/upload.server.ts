import { createHash } from 'node:crypto';
import { PdfDocument } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../activity/activities.server.ts';
import { tellKept } from '../history/kept.server.ts';
import { documentKey } from '../storage/document-key.ts';
import { submissionKey } from '../forms/submission-key.server.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { z } from '../forms/zod.ts';
import { INTEGER_MAX, type newDocumentSchema } from './document.schema.ts';
import { keptDocuments } from './documents.server.ts';

/** One more than the highest, so that the document comes after all others; of equal ones the newer comes later. */
const NEXT_ORDER = `select least(coalesce(max(display_order), -1), ${INTEGER_MAX - 1}) + 1 from pdf_documents`;

/**
 * Keeps an uploaded PDF: the file first, then the row, so that no row is ever without its file. If the database
 * refuses the row the file goes again. If nobody can say whether the row arrived (the connection broke), the file
 * stays: the sweep removes it unless there is a row. The same form sent twice makes one document.
 * @param upload its file judged already, by `fileProblem`; `formId` is the instance of the form
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
  const bytes = new Uint8Array(await file.arrayBuffer());
  const key = documentKey(file.name);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { title, description, displayOrder } = fields;
  const submission = submissionKey(formId, { ...fields, sha256 });
  try {
    await store.put(key, bytes);
  } catch (error) {
    // A store that answers too late may have kept it; the editor does not wait for a second answer.
    void store.remove(key).catch(onLeftBehind);
    throw error;
  }
  try {
    const isAdded = await em.transactional(async (tx) => {
      const [added] = await tx.execute<{ id: number }[]>(
        `insert into pdf_documents (title, description, file_path, size_bytes, sha256, display_order, submission_key)
         values (?, ?, ?, ?, ?, coalesce(?::int, (${NEXT_ORDER})), ?) on conflict (submission_key) do nothing returning id`,
        [title, description, key, bytes.length, sha256, displayOrder, submission],
      );
      if (!added) return false;
      const row = await tx.findOneOrFail(PdfDocument, { id: added.id });
      await tellKept(tx as EntityManager, keptDocuments, row, by, { act: 'added' });
      return true;
    });
    if (!isAdded) await store.remove(key).catch(onLeftBehind); // it is there already
  } catch (error) {
    if (wasRefused(error)) await store.remove(key).catch(onLeftBehind);
    throw error;
  }
  await keptDocuments.showChange();
}

/** Whether PostgreSQL itself said no (a SQLSTATE), or never heard of it; a connection that broke leaves it open. */
function wasRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return /^(?!08)(\d\d|P0|XX)[0-9A-Z]{3}$/.test(code) || code === 'ECONNREFUSED';
  }
  return false;
}
