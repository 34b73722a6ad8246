import { isUtf8 } from 'node:buffer';

/** Makes text storable in PostgreSQL and JSON: drops NUL characters, replaces lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Decodes bytes that are not UTF-8 as Windows-1252, as Excel and older programs write it. */
export const decodeText = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString() : new TextDecoder('windows-1252').decode(bytes);
