import { z } from '../../schemas/zod.ts';
import { passwordAgain as password } from '../staff.schema.ts';

export const FAILED = 'Failed to change your second factor';

const code = z.string({ error: 'Please enter the code' }).check(z.maxLength(100, 'This is not the code'));

/** Sets a second factor up, or makes new recovery codes for it. */
export const secondFactorSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('set-up'), sealed: z.catch(z.string(), ''), code, password }),
  z.object({ intent: z.literal('codes'), password }),
]);

/** A code of the app, or a recovery code. */
export const codeSchema = z.object({ code });
