import { createHash, randomInt } from 'node:crypto';
import { withoutGaps } from './totp.server.ts';

/** Crockford's: none of its characters is taken for another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16; // characters of 5 bits
export const HOW_MANY = 10;

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten new codes of 80 bits, in groups as people copy them. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: HOW_MANY }, () => newCode().replace(/.{4}(?=.)/g, '$&-'));

/** What is kept of a code. It is too long to be guessed, so a plain hash does; however it was typed, it is the same. */
export function hashRecoveryCode(typed: string): string {
  const code = withoutGaps(typed.toUpperCase()).replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(code).digest('hex');
}
