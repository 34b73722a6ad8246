import type { Problem } from '../../forms/answer.ts';
import type { z } from '../../schemas/zod.ts';
import { hasPdfSignature } from '../../storage/file-kind.ts';
import { START_BYTES } from '../../schemas/limits.ts';
import { limitText, MIB } from '../../ui/size-text.ts';
import { documentProblem } from './document.schema.ts';

export const MAX_PDF_BYTES = 25 * MIB;

/** The whole request: the file and the fields around it. */
export const UPLOAD_BYTES = MAX_PDF_BYTES + MIB;
/** Enough for the largest file at 30 KiB/s. */
export const UPLOAD_MS = 15 * 60_000;

const notPdf = {
  status: 400,
  title: 'Invalid file',
  description: 'Please select a PDF file',
  error: 'This file is not a PDF',
};
export const tooLargePdf = {
  status: 413,
  title: 'File too large',
  description: `Please choose a file of up to ${limitText(MAX_PDF_BYTES)}`,
  error: 'This file is too large',
};

/** Runs in the browser and on the server. Neither the declared type nor the signature is enough alone. */
export async function pdfProblem(file: File) {
  if (file.size > MAX_PDF_BYTES) return tooLargePdf;
  const start = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  const type = file.type.split(';')[0]!.trim().toLowerCase();
  return type === 'application/pdf' && hasPdfSignature(start) ? null : notPdf;
}

export const pdfError = async (file: File): Promise<string | undefined> => (await pdfProblem(file))?.error;

/** What `sendFile` checks in the browser before a form with a PDF is sent. */
export const pdfIn = <Schema extends z.core.$ZodType<{ file: File }>>(schema: Schema) => ({
  schema,
  findProblem: pdfError,
  tooLarge: tooLargePdf.error,
});

/** @param missing the description when something required is empty */
export function uploadProblem(missing: string): Problem {
  const otherProblem = documentProblem(missing);
  return (errors) => [tooLargePdf, notPdf].find(({ error }) => errors.file?.includes(error)) ?? otherProblem(errors);
}
