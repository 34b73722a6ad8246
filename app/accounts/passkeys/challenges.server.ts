import type { EntityManager } from '#db/orm.ts';
import { z } from '../../schemas/zod.ts';
import { findToken, issueToken, spendToken, type TokenOwner } from '../account-tokens.server.ts';

export const CHALLENGE_SECONDS = 300;

/** Makes a challenge that a passkey can sign once, within five minutes. */
export const issueChallenge = async (em: EntityManager, owner: TokenOwner & { facts: { use: 'sign-in' | 'add' } }) =>
  decodeBytes(await issueToken(em, 'passkey', owner, CHALLENGE_SECONDS));

const signed = z.object({ challenge: z.string().check(z.maxLength(200)) });

/** Spends the challenge in a `clientDataJSON`. @returns null if it is unknown, spent, expired or for another use */
export async function spendChallenge(em: EntityManager, use: 'sign-in' | 'add', clientData: string) {
  const read = signed.safeParse(parseJson(Buffer.from(clientData, 'base64url').toString()));
  if (!read.success) return null;
  const { challenge } = read.data;
  const token = await findToken(em, 'passkey', challenge);
  if (token?.facts.use !== use || !(await spendToken(em, 'passkey', challenge))) return null;
  return { challenge, facts: token.facts };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const decodeBytes = (encoded: string, encoding: 'base64url' | 'hex' = 'base64url') =>
  new Uint8Array(Buffer.from(encoded, encoding));

/** An account's handle as passkeys carry it: 16 bytes. */
export const decodeHandle = (handle: string) => decodeBytes(handle.replaceAll('-', ''), 'hex');
