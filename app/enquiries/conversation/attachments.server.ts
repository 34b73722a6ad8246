import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { findApp } from '#db/app.ts';
import { PdfDocument } from '#db/entities/content.ts';
import { EnquiryFile } from '#db/entities/enquiry-file.ts';
import type { Reply } from '#db/entities/message-mail.ts';
import type { EntityManager } from '#db/orm.ts';
import { fileName } from '../../content/documents/document-key.ts';
import { log } from '../../http/log.server.ts';
import type { Attachment, SendResult } from '../../mail/mail.ts';
import { mostMailedBytes } from '../../mail/sender.server.ts';
import { StoreUnavailableError } from '../../storage/document-store.ts';
import { fileKey, fileTypes } from '../files/enquiry-files.server.ts';

const READ_MS = 10_000; // for all files together; `REPLY_LIMIT_S` relies on it

export const findDocuments = async (em: EntityManager, ids: readonly unknown[]): Promise<PdfDocument[]> =>
  ids.length ? em.find(PdfDocument, { id: ids.map(Number) }, { orderBy: { displayOrder: 'asc', id: 'asc' } }) : [];

export const areTooBig = (em: EntityManager, parts: { sizeBytes: number }[]): boolean =>
  parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > mostMailedBytes(findApp(em).env);

/** @returns the files, with the ids of the documents that still exist; or why the mail has to wait or is refused */
export async function readAttachments(
  em: EntityManager,
  reply: Reply,
): Promise<{ attachments: Attachment[]; documents: string[] } | Exclude<SendResult, { outcome: 'sent' }>> {
  const files = await em.find(EnquiryFile, { reply: reply.id }, { orderBy: { position: 'asc' } });
  const documents = await findDocuments(em, reply.documents ?? []);
  const parts = [
    ...files.map(({ id, name, kind, sizeBytes }) => ({ key: fileKey(id), name, type: fileTypes[kind], sizeBytes })),
    ...documents.map(({ filePath, fileKey: key, sizeBytes }) => {
      return { key: key ?? filePath, name: fileName(filePath), type: fileTypes.pdf, sizeBytes };
    }),
  ];
  // A document may have been replaced by a larger one.
  if (areTooBig(em, parts)) return { outcome: 'refused', reason: 'its files and documents are together too large' };
  try {
    const attachments: Attachment[] = [];
    const late = AbortSignal.timeout(READ_MS);
    for (const { key, sizeBytes, ...named } of parts) {
      late.throwIfAborted();
      const opened = await findApp(em).store.get(key);
      if (opened?.size !== sizeBytes) {
        opened?.stream.destroy();
        throw new StoreUnavailableError('get: the file is not the one that was kept');
      }
      attachments.push({ ...named, bytes: await buffer(addAbortSignal(late, opened.stream)) });
    }
    return { attachments, documents: documents.map(({ id }) => String(id)) };
  } catch (error) {
    log.warn({ replyId: reply.id, err: error }, 'files of a reply not read');
    return { outcome: 'retry', reason: 'its files could not be read' };
  }
}

/** @param ids of ticked documents that are no longer offered */
export async function describeMissing(em: EntityManager, ids: number[]): Promise<string> {
  const titles = [...(await readTitles(em, [{ documents: ids.map(String) }])).values()];
  return `No longer there: ${titles.map((title) => `“${title}”`).join(', ') || 'a company document'}. Nothing was sent. Please choose again.`;
}

/** Reads the titles of documents, also of those in the trash. @returns titles by id */
export async function readTitles(em: EntityManager, replies: Pick<Reply, 'documents'>[]): Promise<Map<string, string>> {
  const ids = replies.flatMap(({ documents }) => documents ?? []);
  if (!ids.length) return new Map();
  // SQL: both tables in one query.
  const rows = await em.execute<{ id: string; title: string }[]>(
    `select id, title from (select id::text, title from pdf_documents
       union all select item_id::text, row ->> 'title' from trash where noun = 'documents') as known where id = any(?::text[])`,
    [`{${ids.join(',')}}`],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
