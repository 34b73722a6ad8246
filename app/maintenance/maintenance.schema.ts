import { z } from '../forms/zod.ts';

export const MAINTENANCE_MESSAGE_MAX = 1000; // characters

export const maintenanceMessageSchema = z._default(
  z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')), // forms send their lines with CRLF
    z.trim(),
    z.maxLength(MAINTENANCE_MESSAGE_MAX, 'Message must be at most 1,000 characters'),
  ),
  '',
);

export const messageChangeSchema = z.object({
  intent: z.literal('message'),
  maintenanceMessage: maintenanceMessageSchema,
});

/** One change of the maintenance settings: the switch and the message are saved apart. */
export const maintenanceChangeSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['enable', 'disable']) }),
  messageChangeSchema,
]);
