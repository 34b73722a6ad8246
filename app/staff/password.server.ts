import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const hashWith = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);
const MAX_RUNNING = 4; // 19 MiB each: a storm of sign-ins must not take all memory
const MAX_WAITING = 100; // about 2 s on two cores; whoever came later would wait in vain

/** So many passwords wait to be hashed or compared that this one cannot be; `isUnavailable` knows it. */
export class TooManyPasswordsError extends Error {
  override readonly name = 'TooManyPasswordsError';
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (waiting.length >= MAX_WAITING) throw new TooManyPasswordsError('too many passwords are being judged');
  if (running >= MAX_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await hashWith('argon2id', { ...cost, message: password.normalize('NFKC'), nonce: salt });
  } finally {
    running--;
    waiting.shift()?.();
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashes a password into a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

const nobody = { salt: randomBytes(16), tag: randomBytes(32) };

/**
 * Compares a password with a PHC string made by `hashPassword`. Without one (no such account) it works just as long,
 * so that time tells nobody which accounts exist.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const parts = phc?.split('$');
  const salt = parts ? Buffer.from(parts[4] ?? '', 'base64') : nobody.salt;
  const expected = parts ? Buffer.from(parts[5] ?? '', 'base64') : nobody.tag;
  const tag = await derive(password, salt);
  return tag.length === expected.length && timingSafeEqual(tag, expected) && phc !== null;
}

/** A password that nobody has to invent: 100 random bits in five groups. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'; // nothing that looks like something else
  const pick = () => {
    for (;;) {
      const byte = randomBytes(1)[0]!;
      if (byte < 256 - (256 % letters.length)) return letters[byte % letters.length];
    }
  };
  return Array.from({ length: 5 }, () => Array.from({ length: 4 }, pick).join('')).join('-');
}
