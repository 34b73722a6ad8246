import { z } from '../../schemas/zod.ts';
import { passwordAgain as password } from '../staff.schema.ts';
import type { QrPicture } from './totp.server.ts';

/** What an account's owner sees of it. */
export interface FactorState {
  /** ISO 8601. */
  since: string;
  codesLeft: number;
}

/** A key on its way to the owner's app, until a code of it comes back. */
export interface SetUp {
  /** The key, sealed: the form carries it to and fro, so that looking at the page changes nothing. */
  sealed: string;
  /** The key as people type it. */
  groups: string[];
  qr: QrPicture;
}

export const FAILED = 'Failed to change your second factor';
export const RESET_FAILED = 'Failed to reset the second factor';

const code = z.string({ error: 'Please enter the code' }).check(z.maxLength(100, 'This is not the code'));

/** Setting a second factor up, or making new recovery codes for it. */
export const secondFactorSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('set-up'), sealed: z.catch(z.string(), ''), code, password }),
  z.object({ intent: z.literal('codes'), password }),
]);
export const turnOffSchema = z.object({ password });

/** The second step of a sign-in: a code of the app, or a recovery code. */
export const codeSchema = z.object({ code });

/** Somebody else's: there is nothing to be typed. */
export const resetSchema = z.object({});
export const nothingToReset = (email: string): string => `${email} has no second factor.`;
