import { isAscii, isUtf8 } from 'node:buffer';

/**
 * Makes text storable in PostgreSQL and JSON: drops NUL characters, replaces lone surrogates. Of the accents on one letter
 * it keeps eight: no language needs more, and hundreds are wider or higher than a page.
 */
export const storableText = (text: string): string =>
  text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/(\p{M}{8})\p{M}+/gu, '$1');

/**
 * Decodes bytes that are not UTF-8 as Windows-1252, as Excel and older programs write it. UTF-8 that is cut within a
 * character loses that one.
 */
export function decodeText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  const last = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  const whole = bytes.subarray(0, last);
  return isUtf8(whole) && !isAscii(whole) ? whole.toString() : new TextDecoder('windows-1252').decode(bytes);
}
