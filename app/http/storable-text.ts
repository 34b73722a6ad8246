import { isUtf8 } from 'node:buffer';

/** PostgreSQL and JSON can hold it: without NUL characters, broken surrogates replaced. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Bytes that are not UTF-8 are Windows-1252, from Excel and other older programs. */
export const decodeText = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString() : new TextDecoder('windows-1252').decode(bytes);
