import type { EntityManager } from '#db/orm.ts';
import { z } from '../../schemas/zod.ts';
import { findToken, issueToken, spendToken, type TokenOwner } from '../account-tokens.server.ts';

export const CHALLENGE_SECONDS = 300;

/** Makes what a passkey is to sign, once and within five minutes. @param owner with `use`, which the passkey is asked for */
export const issueChallenge = async (em: EntityManager, owner: TokenOwner & { facts: { use: 'sign-in' | 'add' } }) =>
  decodeBytes(await issueToken(em, 'passkey', owner, CHALLENGE_SECONDS));

const signed = z.object({ challenge: z.string().check(z.maxLength(200)) });

/**
 * Uses up the challenge that a passkey has signed, whatever becomes of the rest.
 * @param clientData what the browser says it has signed
 * @returns null for one that is unknown, spent, too old or for something else
 */
export async function spendChallenge(em: EntityManager, use: 'sign-in' | 'add', clientData: string) {
  const read = signed.safeParse(parseJson(Buffer.from(clientData, 'base64url').toString()));
  if (!read.success) return null;
  const { challenge } = read.data;
  const token = await findToken(em, 'passkey', challenge);
  if (token?.facts.use !== use || !(await spendToken(em, 'passkey', challenge))) return null;
  return { challenge, facts: token.facts };
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const decodeBytes = (encoded: string, encoding: 'base64url' | 'hex' = 'base64url') =>
  new Uint8Array(Buffer.from(encoded, encoding));

/** The handle of an account as passkeys carry it: 16 bytes. */
export const decodeHandle = (handle: string) => decodeBytes(handle.replaceAll('-', ''), 'hex');
