import { z } from './zod.ts';

/** Characters that nobody sees: zero-width ones, fillers, the blank of Braille. Spaces and line ends are none of them. */
const UNSEEN = /(?!\s)[\p{Cc}\p{Cf}\p{DI}\u2800]/gu;

export const seenIn = (text: string): string => text.replace(UNSEEN, '').trim();

/** Counts the characters that people see. */
export const atLeast = (least: number, tooShort: string) =>
  z.refine<string>((text) => [...seenIn(text)].length >= least, tooShort);

const typed =
  (read: (text: string) => string) =>
  (most: number, tooLong = `Please use at most ${most.toLocaleString('en')} characters`) =>
    z
      .pipe(
        z.optional(z.string()),
        z.transform((text = '') => (seenIn(text) ? read(text).trim() : '')),
      )
      .check(z.maxLength(most, tooLong));

/** Forms send CRLF; the value has LF. @param most characters */
export const typedText = typed((text) => text.replace(/\r\n?/g, '\n'));

/** Line ends and control characters become spaces. @param most characters */
export const typedLine = typed((text) => text.replace(/[\s\p{Cc}]+/gu, ' '));

export const orNull = (text: ReturnType<typeof typedText>) => z.pipe(text, z.transform((given) => given || null)); // oxfmt-ignore
