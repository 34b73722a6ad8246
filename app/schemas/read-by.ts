import { z } from './zod.ts';

/** A field that `read` makes a value of, or says what is wrong with it. @param read undefined is no field at all */
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
