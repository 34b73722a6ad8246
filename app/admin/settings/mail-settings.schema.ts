import { mailToSchema } from '../../enquiries/settings.schema.ts';
import { z } from '../../schemas/zod.ts';

/** All forms of the page. */
export const mailSettingsSchema = z.discriminatedUnion('intent', [
  mailToSchema,
  z.object({ intent: z.enum(['test', 'round-trip']) }),
]);
