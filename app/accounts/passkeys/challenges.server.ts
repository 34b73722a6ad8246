import type { AccountToken } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { z } from '../../schemas/zod.ts';
import { findToken, issueToken, spendToken } from '../account-tokens.server.ts';

export const CHALLENGE_SECONDS = 300;

/** Adding is for one session of one account; whose a sign-in is only the passkey tells. */
type Use = { use: 'sign-in' } | { use: 'add'; accountId: number; email: string; sessionId: number; name: string };

/** Makes what a passkey is to sign, once and within five minutes. Only its hash is kept. */
export function issueChallenge(em: EntityManager, use: Use): Promise<string> {
  const { accountId, email, ...facts } =
    use.use === 'add' ? { ...use, sessionId: String(use.sessionId) } : { ...use, accountId: null, email: '' }; // nobody knows yet whose it will be
  return issueToken(em, 'passkey', { accountId, email, facts }, CHALLENGE_SECONDS);
}

const signed = z.object({ challenge: z.string().check(z.maxLength(200)) });

/**
 * Uses up the challenge that a passkey has signed, whatever becomes of the rest.
 * @param clientData what the browser says it has signed
 * @returns null for one that is unknown, spent, too old or for something else
 */
export async function spendChallenge(
  em: EntityManager,
  use: Use['use'],
  clientData: string,
): Promise<{ challenge: string; facts: AccountToken['facts'] } | null> {
  const read = signed.safeParse(jsonOf(Buffer.from(clientData, 'base64url').toString()));
  if (!read.success) return null;
  const { challenge } = read.data;
  const token = await findToken(em, 'passkey', challenge);
  if (token?.facts.use !== use || !(await spendToken(em, 'passkey', challenge))) return null;
  return { challenge, facts: token.facts };
}

/** What a text says as JSON; undefined for what is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
