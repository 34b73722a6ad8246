import { typedLine, typedText } from '../../schemas/typed-text.ts';
import { z } from '../../schemas/zod.ts';
import { REPLY_MAX, replySchema } from '../message.schema.ts';

export const placeholders = ['name', 'reference', 'service', 'my name'] as const;
export type Known = Record<(typeof placeholders)[number], string>;

export const PLACEHOLDERS = placeholders.map((name) => `{${name}}`).join(', ');
export const NAME_MAX = 80;
const IN_BRACES = /\{([^{}\n]*)\}/g;
const isKnown = (name: string): name is keyof Known => (placeholders as readonly string[]).includes(name);

/** Replaces each placeholder once: a filled-in name such as {reference} stays as it is. */
export const fillIn = (text: string, known: Known): string =>
  text.replace(IN_BRACES, (all, name: string) => (isKnown(name) ? known[name] : all));

export const savedReplySchema = z.object({
  name: typedLine(NAME_MAX).check(z.minLength(1, 'Please enter a name')),
  text: z.pipe(
    typedText(REPLY_MAX).check(z.minLength(1, 'Please write the text')),
    z.transform((text, context) => {
      const unknown = [...text.matchAll(IN_BRACES)].map(([all]) => all).filter((all) => !isKnown(all.slice(1, -1)));
      if (!unknown.length) return text;
      const message = `Nothing is known of ${[...new Set(unknown)].slice(0, 5).join(', ')}. You can use ${PLACEHOLDERS}`;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  ),
  documents: replySchema.shape.documents,
  version: z.catch(z.int32(), 0),
});
export type SavedReplyFields = z.output<typeof savedReplySchema>;

/** The reply form when a saved reply is put into it: its text is not validated yet. */
export const putInSchema = z.object({
  intent: z.literal('reply'),
  then: z.literal('put-in'),
  saved: z.coerce.number('Please choose a saved reply').check(z.int('Please choose a saved reply'), z.positive()),
  subject: z.optional(z.string()),
  text: z.optional(z.string()),
  documents: z.array(z.string()),
  kept: z.array(z.string()),
  version: z.optional(z.string()),
});
