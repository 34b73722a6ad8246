import { readBy } from '../schemas/read-by.ts';
import { z } from '../schemas/zod.ts';
import { readAction, actions } from './actions.ts';
import { BULK_MAX } from './inbox/inbox.ts';
import { DAY_MS } from '../time/local-time.ts';
import { timeIn } from '../time/typed-time.ts';
import { INT_MAX } from '../schemas/limits.ts';
import { typedLine, typedText } from '../schemas/typed-text.ts';

const id = z.pipe(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number)),
  z.number().check(z.maximum(INT_MAX)),
);

export const NOTE_MAX = 10_000;
export const REPLY_MAX = 20_000;
export const REPLY_SUBJECT_MAX = 400;

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const version = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number));

export const messageChangeSchema = z.object({
  intent: z.enum([...actions, 'view', 'send-again', 'note', 'delete-note', 'send-reply-again', 'take-back', 'later']),
  note: typedText(NOTE_MAX),
  contact: z.optional(z.enum(['call', 'visit'])),
  contactAt: readBy((typed) => {
    const value = typed === undefined ? undefined : (timeIn(typed) ?? NaN);
    const isNear = Math.abs((value ?? Date.now()) - Date.now()) < 3660 * DAY_MS;
    return isNear ? { value } : { wrong: 'Please enter a date and time, at most 10 years away' };
  }),
  version: z.optional(version),
  event: z.optional(id),
  until: z.optional(z.string()),
  /** The id of the new owner, or the name of a quick time. */
  to: z.optional(z.string().check(z.regex(/^[a-z0-9]{1,10}$/))),
  reply: z.optional(z.string().check(z.regex(UUID))),
});

export type StaffChange = z.output<typeof messageChangeSchema>;

export const replySchema = z.object({
  intent: z.literal('reply'),
  subject: typedLine(REPLY_SUBJECT_MAX).check(z.minLength(1, 'Please enter a subject')),
  text: typedText(REPLY_MAX).check(z.minLength(1, 'Please write an answer')),
  files: z.optional(z.unknown()),
  documents: z.array(id),
  /** Files of a reply that was taken back: id and name. */
  kept: z.array(
    z.pipe(
      z.string().check(z.maxLength(300)),
      z.pipe(
        z.transform((named: string) => named.slice(0, 36)),
        z.string().check(z.regex(UUID)),
      ),
    ),
  ),
  version,
  saved: z.optional(z.string()),
  formId: z.optional(z.string().check(z.maxLength(100))),
  /** Opens the next message of the view afterwards. */
  then: z.optional(z.literal('next')),
});
export type NewReply = z.output<typeof replySchema>;

export const HELD_S = 10; // for which a sent reply can be taken back
export type TakenReply = Record<'subject' | 'text', string> & Record<'documents' | 'kept', string[]>;

export const messageActionSchema = z.discriminatedUnion('intent', [replySchema, messageChangeSchema]);
export type MessageChange = z.output<typeof messageActionSchema>;

export const markSchema = z.pipe(
  z.object({
    intent: z.string(),
    message: z.array(id).check(z.maxLength(BULK_MAX)),
    /** The id of the last activity that the page knew. */
    version: z.optional(version),
    /** Asks for the answer as data instead of a page. */
    stay: z.optional(z.string()),
  }),
  z.transform(({ intent, message, version, stay }, check) => {
    const pressed = readAction(intent);
    if (!pressed) check.issues.push({ code: 'custom', message: 'no such button', input: intent });
    const ids = pressed?.id ? [pressed.id] : [...new Set(message)];
    return { act: pressed?.act ?? 'read', to: pressed?.to ?? null, isBulk: !pressed?.id, ids, version, stay };
  }),
);
