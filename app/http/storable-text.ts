import { isUtf8 } from 'node:buffer';

/** Text that PostgreSQL and JSON can hold: no NUL characters, broken surrogates replaced. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** What older programs write, Excel among them, is in Windows-1252 where it is no UTF-8. */
export const decodeText = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString() : new TextDecoder('windows-1252').decode(bytes);
