import { mailToSchema } from '../../enquiries/settings.schema.ts';
import { z } from '../../schemas/zod.ts';

export const mailSettingsSchema = z.discriminatedUnion('intent', [
  mailToSchema,
  z.object({ intent: z.enum(['test', 'round-trip']) }),
]);
