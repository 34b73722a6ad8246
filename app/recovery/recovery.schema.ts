import { z } from '../forms/zod.ts';
import { emailSchema, newPasswordSchema } from '../staff/staff.schema.ts';

/** Whose password was forgotten. */
export const forgotSchema = z.object({
  email: z.pipe(z.string({ error: 'Please enter your email address' }).check(z.trim()), emailSchema),
});

/** The new password; on the server it is also judged by how hard it is to guess. */
export const resetSchema = z.object({ newPassword: newPasswordSchema });

export const TOO_MANY_REQUESTS = 'Too many links have been asked for from your network. Please try again in an hour.';
