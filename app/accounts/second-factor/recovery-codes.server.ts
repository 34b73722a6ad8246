import { createHash } from 'node:crypto';
import { randomGroups } from '../random-groups.server.ts';
import { withoutGaps } from './totp.server.ts';

/** Of Crockford's, none of which is taken for another. */
const LETTERS = '0123456789BCDFGHJKMNPQRSTWXZ';
export const HOW_MANY = 10;

/** Ten new codes of 115 bits. */
export const newRecoveryCodes = (): string[] => Array.from({ length: HOW_MANY }, () => randomGroups(LETTERS, 6, 4));

/** What is kept of a code. It is too long to be guessed, so a plain hash does; however it was typed, it is the same. */
export function hashRecoveryCode(typed: string): string {
  const code = withoutGaps(typed.toUpperCase()).replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(code).digest('hex');
}
