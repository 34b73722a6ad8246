import { readBy } from '../schemas/read-by.ts';
import { typedText } from '../schemas/typed-text.ts';
import { z } from '../schemas/zod.ts';
import { timeIn } from '../time/typed-time.ts';
import { withPlainLines } from './site-status.ts';

export const maintenanceMessageSchema = typedText(1000, 'Message must be at most 1,000 characters');

/** `version` is what the form was shown with. A script may leave it out. */
export const messageChangeSchema = z.object({
  intent: z.literal('message'),
  maintenanceMessage: maintenanceMessageSchema,
  version: z.optional(z.string().check(z.overwrite(withPlainLines), z.trim())),
});

export const NOT_A_TIME = 'Please give a day and a time, such as 2026-11-24T14:30';
export const ENDS_FIRST = 'The end must be after the start';

/** Milliseconds since the epoch; null for none. */
export const timeSchema = readBy<number | null>((text = '') => {
  const time = timeIn(text);
  return text.trim() && time === null ? { wrong: NOT_A_TIME } : { value: time };
});

export const windowSchema = z
  .object({ intent: z.literal('window'), startsAt: timeSchema, endsAt: timeSchema, version: z.optional(z.string()) })
  .check(
    z.refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || startsAt < endsAt, {
      message: ENDS_FIRST,
      path: ['endsAt'],
    }),
  );

/** The switch, the window and the message are saved apart. */
export const maintenanceChangeSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['enable', 'disable']) }),
  z.object({ intent: z.literal('cancel'), version: z.optional(z.string()) }),
  windowSchema,
  messageChangeSchema,
]);
export type MaintenanceChange = z.infer<typeof maintenanceChangeSchema>;
