import { z } from '../../schemas/zod.ts';
import { passwordAgain as password } from '../staff.schema.ts';

export const FAILED = 'Failed to change your second factor';

const code = z.string({ error: 'Please enter the code' }).check(z.maxLength(100, 'This is not the code'));

export const secondFactorSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('set-up'), sealed: z.catch(z.string(), ''), code, password }),
  z.object({ intent: z.literal('codes'), password }),
]);

export const codeSchema = z.object({ code });
