import { z } from './zod.ts';

/** @param read gets undefined where the form has no such field */
export const readBy = <T>(read: (typed: string | undefined) => { value: T } | { wrong: string }) =>
  z.pipe(
    z.optional(z.string()),
    z.transform((typed, context) => {
      const found = read(typed);
      if ('value' in found) return found.value;
      context.issues.push({ code: 'custom', message: found.wrong, input: typed });
      return z.NEVER;
    }),
  );
