import { z } from '../forms/zod.ts';
import { actIn, acts } from './acts.ts';
import { BULK_MAX, INT_MAX } from './inbox.ts';

const id = z.pipe(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number)),
  z.number().check(z.maximum(INT_MAX)),
);

export const NOTE_MAX = 10_000;
const NOTE_TOO_LONG = `Please use at most ${NOTE_MAX.toLocaleString('en-US')} characters`;
const text = z.optional(z.string().check(z.trim(), z.maxLength(NOTE_MAX, NOTE_TOO_LONG)));

/** What can be done to one message from its details. */
export const messageChangeSchema = z.object({
  intent: z.enum([...acts, 'view', 'send-again', 'note', 'delete-note']),
  /** A note, or what is noted about an answer. */
  note: text,
  /** The note to be deleted. */
  event: z.optional(id),
});

/** The tables' buttons. */
export const markSchema = z.pipe(
  z.object({
    intent: z.string(),
    message: z.array(id).check(z.maxLength(BULK_MAX)),
    /** Sent by a page that stays as it is: it gets the answer as data. */
    stay: z.optional(z.string()),
  }),
  z.transform(({ intent, message, stay }, check) => {
    const pressed = actIn(intent);
    if (!pressed) check.issues.push({ code: 'custom', message: 'no such button', input: intent });
    const ids = pressed?.id ? [pressed.id] : [...new Set(message)];
    return { act: pressed?.act ?? 'read', isBulk: !pressed?.id, ids, stay };
  }),
);
