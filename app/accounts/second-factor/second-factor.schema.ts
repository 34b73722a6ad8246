import { z } from '../../schemas/zod.ts';
import { passwordAgain as password } from '../staff.schema.ts';

/** What an account's owner sees of it. */
export interface FactorState {
  /** ISO 8601. */
  since: string;
  codesLeft: number;
}

/** The path of the dark dots, in a box of `size` × `size` dots. */
export interface QrPicture {
  size: number;
  path: string;
}

/** A key on its way to the owner's app, until a code of it comes back. */
export interface SetUp {
  /** The form carries the sealed key to and fro, so that looking at the page changes nothing. */
  sealed: string;
  /** The key as people type it. */
  groups: string[];
  qr: QrPicture;
}

export const FAILED = 'Failed to change your second factor';

const code = z.string({ error: 'Please enter the code' }).check(z.maxLength(100, 'This is not the code'));

/** Sets a second factor up, or makes new recovery codes for it. */
export const secondFactorSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('set-up'), sealed: z.catch(z.string(), ''), code, password }),
  z.object({ intent: z.literal('codes'), password }),
]);

/** A code of the app, or a recovery code. */
export const codeSchema = z.object({ code });
