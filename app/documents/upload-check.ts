import { MAX_PDF_BYTES, checkPdf } from '../storage/pdf-check.ts';
import type { DocumentErrors } from './document-answer.ts';
import { NO_TITLE } from './document.schema.ts';

/** The most bytes an upload may have, in all: the file and the fields around it. */
export const UPLOAD_BYTES = MAX_PDF_BYTES + 1024 * 1024;
/** How long an upload may take: the largest at 30 KiB/s. */
export const UPLOAD_MS = 15 * 60_000;

/** Why an upload is not taken: as a notice, and at the fields. */
export interface Refusal {
  status: 400 | 413;
  title: string;
  description: string;
  errors: DocumentErrors;
}

export const NO_TITLE_OR_FILE = 'Please provide a title and select a PDF file';

const missing = (isTitled: boolean, hasFile: boolean): Refusal => ({
  status: 400,
  title: 'Missing information',
  description: NO_TITLE_OR_FILE,
  errors: { ...(isTitled ? {} : { title: [NO_TITLE] }), ...(hasFile ? {} : { file: ['Please choose a file'] }) },
});
const notPdf: Refusal = {
  status: 400,
  title: 'Invalid file',
  description: 'Please select a PDF file',
  errors: { file: ['This file is not a PDF'] },
};
export const tooLarge: Refusal = {
  status: 413,
  title: 'File too large',
  description: 'A document may have at most 25 MiB',
  errors: { file: ['This file is too large'] },
};

/**
 * Judges an upload, in the browser before it is sent and on the server: title and file are there, the file is not too
 * large, is declared as a PDF and begins like one.
 * @param file what the form holds under the name of the file
 */
export async function checkUpload(
  title: string,
  file: FormDataEntryValue | null,
): Promise<{ ok: true; file: File } | { ok: false; refusal: Refusal }> {
  const isTitled = title.trim() !== '';
  if (!isTitled || !isChosen(file)) return { ok: false, refusal: missing(isTitled, isChosen(file)) };
  if (file.size > MAX_PDF_BYTES) return { ok: false, refusal: tooLarge };
  const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  return checkPdf(start, file.type).ok ? { ok: true, file } : { ok: false, refusal: notPdf };
}

/** Browsers send an empty, nameless file when none was chosen. */
const isChosen = (file: FormDataEntryValue | null): file is File =>
  file instanceof File && (file.name !== '' || file.size > 0);
