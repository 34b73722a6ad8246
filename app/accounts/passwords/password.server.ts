import { argon2, createHash, randomBytes, randomInt, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const hashWith = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);
const TAG_BYTES = 32;
const MAX_RUNNING = 2; // of Node's four threads, as files and compression need some
const MAX_WAITING = 100; // about 2 s on two cores

/** Too many passwords wait to be hashed or compared; `isUnavailable` knows this error. */
export class TooManyPasswordsError extends Error {
  override readonly name = 'TooManyPasswordsError';
}

let running = 0;
/** Strangers, of whom there may be many, wait behind all others. */
const waiting = { others: [] as (() => void)[], strangers: [] as (() => void)[] };

async function derive(password: string, nonce: Buffer, cost: Cost, { tagLength = TAG_BYTES, isStranger = false } = {}) {
  const queue = isStranger ? waiting.strangers : waiting.others;
  if (queue.length >= MAX_WAITING) throw new TooManyPasswordsError('too many passwords are being judged');
  if (running >= MAX_RUNNING) await new Promise<void>((resolve) => queue.push(resolve));
  running++;
  try {
    return await hashWith('argon2id', { ...cost, tagLength, message: password.normalize('NFKC'), nonce });
  } finally {
    running--;
    (waiting.others.shift() ?? waiting.strangers.shift())?.();
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const formatPhc = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;

/** @returns a PHC string, which names its cost */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return formatPhc(COST, salt, await derive(password, salt, COST));
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

function readPhc(phc: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(phc) ?? [];
  if (!salt || !tag) throw new Error('not a PHC string of argon2id');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

const nobody = formatPhc(COST, randomBytes(16), randomBytes(TAG_BYTES));

/** Takes the same time without a PHC string, so that the time does not tell which accounts exist. */
export async function verifyPassword(password: string, phc: string | null, isStranger = false): Promise<boolean> {
  const { cost, salt, tag } = readPhc(phc ?? nobody);
  const derived = await derive(password, salt, cost, { tagLength: tag.length, isStranger });
  return timingSafeEqual(derived, tag) && phc !== null;
}

/** A mark that changes with the password and is not its hash. */
export const passwordMark = (phc: string): string => createHash('sha256').update(phc).digest('base64url').slice(0, 22);

export function isOutdated(phc: string): boolean {
  const { memory, passes, parallelism } = readPhc(phc).cost;
  return memory !== COST.memory || passes !== COST.passes || parallelism !== COST.parallelism;
}

/** Random groups, joined by hyphens. @param letters without vowels, so that they form no words */
export function randomGroups(letters: string, groups: number, length: number): string {
  const randomGroup = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: groups }, randomGroup).join('-');
}

/** Makes a password of 141 random bits. */
export const generatePassword = (): string => randomGroups('bcdfghjkmnpqrstwxz23456789', 6, 5);
