import { z } from '../http/zod.ts';

export const MAINTENANCE_MESSAGE_MAX = 1000; // characters

export const maintenanceMessageSchema = z
  .string()
  .overwrite((text) => text.replace(/\r\n?/g, '\n')) // forms send their lines with CRLF
  .trim()
  .max(MAINTENANCE_MESSAGE_MAX, 'Message must be at most 1,000 characters')
  .default('');

/** One change of the maintenance settings: the switch and the message are saved apart. */
export const maintenanceChangeSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['enable', 'disable']) }),
  z.object({ intent: z.literal('message'), maintenanceMessage: maintenanceMessageSchema }),
]);
