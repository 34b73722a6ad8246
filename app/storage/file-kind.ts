import type { FileKind } from '#db/entities/enquiry-file.ts';
import { START_BYTES } from '../schemas/limits.ts';

/** It may be anywhere in the first 1,024 bytes: printers and editors put a byte order mark or lines before it. */
export const hasPdfSignature = (start: Uint8Array): boolean =>
  String.fromCharCode(...start.subarray(0, START_BYTES)).includes('%PDF-');

// ISO/IEC 14496-12: HEIF coded by HEVC, or with the coding left open.
const HEIC = /^ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)/;

export const isTnef = (start: Uint8Array): boolean =>
  String.fromCharCode(...start.subarray(0, 4)) === '\u0078\u009f\u003e\u0022';

/** By its signature. @param start its first bytes, up to 1,024 */
export function findFileKind(start: Uint8Array): FileKind | null {
  const text = String.fromCharCode(...start.subarray(0, 16));
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (HEIC.test(text.slice(4))) return 'heic';
  return hasPdfSignature(start) ? 'pdf' : null;
}
