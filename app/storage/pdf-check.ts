/** The largest file that is taken, in bytes: 25 MiB. */
export const MAX_PDF_BYTES = 25 * 1024 * 1024;

export type PdfProblem = 'empty' | 'too-large' | 'not-pdf';

const SIGNATURE = '%PDF-';

/**
 * Whether an uploaded file may be taken as a PDF. What the browser declares is not believed without the file's own
 * signature, nor the signature without the declaration.
 * @param declaredType the media type the browser sent; parameters after `;` do not matter
 */
export function checkPdf(bytes: Uint8Array, declaredType: string): { ok: true } | { ok: false; problem: PdfProblem } {
  if (bytes.length === 0) return { ok: false, problem: 'empty' };
  if (bytes.length > MAX_PDF_BYTES) return { ok: false, problem: 'too-large' };
  const type = declaredType.split(';')[0]?.trim().toLowerCase();
  const signature = String.fromCharCode(...bytes.subarray(0, SIGNATURE.length));
  if (type !== 'application/pdf' || signature !== SIGNATURE) return { ok: false, problem: 'not-pdf' };
  return { ok: true };
}
