import { z } from '../../schemas/zod.ts';
import { staffEmail } from '../staff.schema.ts';

/** Whose password was forgotten. */
export const forgotSchema = z.object({
  email: z.pipe(z.string({ error: 'Please enter your email address' }), staffEmail),
});

export const TOO_MANY_REQUESTS = 'Too many links have been asked for from your network. Please try again in an hour.';
