import { randomBytes } from 'node:crypto';
import { enquiryForm, postEnquiry, type Fields } from './enquiries.ts';
import type { TestDatabase } from './test-postgres.ts';

const starts = {
  pdf: '%PDF-1.7\n',
  jpeg: '\u00ff\u00d8\u00ff\u00e0',
  png: '\u0089PNG\r\n\u001a\n',
  webp: 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 ',
  heic: '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000',
};

/** A file with the signature of its kind. @param size in bytes */
export function fileLike(kind: keyof typeof starts | 'none', name: string, size = 2000): File {
  const start = Buffer.from(kind === 'none' ? 'MZ\u0090\u0000' : starts[kind], 'latin1');
  return new File([start, randomBytes(Math.max(0, size - start.length))], name);
}

export function sendWithFiles(url: string, files: File[], fields: Fields = {}, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of enquiryForm(fields)) body.append(name, value);
  for (const file of files.length ? files : [new File([], '')]) body.append('files', file);
  return postEnquiry(url, body, headers);
}

export const fileRows = (sql: TestDatabase['sql']) =>
  sql<{ id: string; message_id: number | null; name: string; kind: string; size_bytes: number }>(
    'select * from enquiry_files order by position',
  );
