import type { FileKind } from '#db/entities/enquiry-file.ts';
import { START_BYTES } from '../schemas/limits.ts';

/**
 * Whether a file begins as a PDF does for its readers: the signature may stand anywhere in the first 1,024 bytes, since
 * printers and editors put a byte order mark or lines of their own before it.
 * @param start its first bytes
 */
export const hasPdfSignature = (start: Uint8Array): boolean =>
  String.fromCharCode(...start.subarray(0, START_BYTES)).includes('%PDF-');

// ISO/IEC 14496-12: the brands of a HEIF picture that is coded by HEVC, and of one that leaves the coding open.
const HEIC = /^ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)/;

/** What a file is by its signature; null when it is nothing that is taken. @param start its first bytes, up to 1,024 */
export function kindOf(start: Uint8Array): FileKind | null {
  const text = String.fromCharCode(...start.subarray(0, 16));
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (HEIC.test(text.slice(4))) return 'heic';
  return hasPdfSignature(start) ? 'pdf' : null;
}
