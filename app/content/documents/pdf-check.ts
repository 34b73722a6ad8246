import { hasPdfSignature } from '../../storage/file-kind.ts';
import { MIB } from '../../ui/size-text.ts';

/** The largest file that is taken. */
export const MAX_PDF_BYTES = 25 * MIB;

/**
 * Whether an uploaded file may be taken as a PDF. What the browser declares is not believed without the file's own
 * signature, nor the signature without the declaration.
 * @param start the first bytes of the file
 * @param declaredType the media type the browser sent; parameters after `;` do not matter
 */
export function isPdf(start: Uint8Array, declaredType: string): boolean {
  const type = declaredType.split(';')[0]?.trim().toLowerCase();
  return type === 'application/pdf' && hasPdfSignature(start);
}
