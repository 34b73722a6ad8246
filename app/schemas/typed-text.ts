import { z } from './zod.ts';

const typed =
  (read: (text: string) => string) =>
  (most: number, tooLong = `Please use at most ${most.toLocaleString('en')} characters`) =>
    z
      .pipe(
        z.optional(z.string()),
        z.transform((text = '') => (/[^\s\p{Cf}]/u.test(text) ? read(text).trim() : '')), // some characters nobody sees
      )
      .check(z.maxLength(most, tooLong));

/** What was typed, in lines that forms send with CRLF. @param most of its characters */
export const typedText = typed((text) => text.replace(/\r\n?/g, '\n'));

/** What was typed, on one line. @param most of its characters */
export const typedLine = typed((text) => text.replace(/\s+/g, ' '));

/** What was typed; nothing is null. */
export const orNull = (text: ReturnType<typeof typedText>) => z.pipe(text, z.transform((given) => given || null)); // prettier-ignore
