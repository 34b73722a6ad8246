import { createHash, randomBytes } from 'node:crypto';
import { raw } from '@mikro-orm/core';
import { AccountToken, type TokenPurpose } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
export const newToken = (): string => randomBytes(32).toString('base64url');

export interface TokenOwner {
  email: string;
  /** Null where there is no account yet. */
  accountId: number | null;
  facts?: Record<string, string>;
}

/** Stores only the hash of the 256 random bits. @param seconds until it expires, by the database's clock */
export async function issueToken(
  em: EntityManager,
  purpose: TokenPurpose,
  { email, accountId: account, facts = {} }: TokenOwner,
  seconds: number,
): Promise<string> {
  const token = newToken();
  const expiresAt = raw<Date>('now() + make_interval(secs => ?)', [seconds]);
  await em.insert(AccountToken, { tokenHash: hashToken(token), purpose, email, account, facts, expiresAt });
  return token;
}

const whereLive = (purpose: TokenPurpose, token: string) => ({
  tokenHash: hashToken(token),
  purpose,
  expiresAt: { $gt: raw<Date>('now()') },
});

/** Null if the token is unknown, spent or expired. Does not spend it. */
export const findToken = (em: EntityManager, purpose: TokenPurpose, token: string): Promise<AccountToken | null> =>
  em.findOne(AccountToken, whereLive(purpose, token), { disableIdentityMap: true });

/** Spends a token in the caller's transaction. Of two calls at the same moment one gets true. */
export const spendToken = async (em: EntityManager, purpose: TokenPurpose, token: string): Promise<boolean> =>
  (await em.nativeDelete(AccountToken, whereLive(purpose, token))) > 0;

/** Counts every one of tries at the same moment. @returns false from the one after `most` on */
export async function countTry(em: EntityManager, token: string, most: number): Promise<boolean> {
  const tries = raw<number>('tries + 1');
  return (await em.nativeUpdate(AccountToken, { tokenHash: hashToken(token), tries: { $lt: most } }, { tries })) > 0;
}

export const revokeTokens = (
  em: EntityManager,
  whose: { account: number } | { email: string },
  purpose?: TokenPurpose,
): Promise<number> => em.nativeDelete(AccountToken, { ...whose, ...(purpose ? { purpose } : {}) });

/** The list of staff shows expired invitations for 30 days. */
export const sweepTokens = (em: EntityManager): Promise<number> =>
  em.nativeDelete(AccountToken, {
    $or: [
      { purpose: { $ne: 'invite' }, expiresAt: { $lt: raw<Date>('now()') } },
      { expiresAt: { $lt: raw<Date>("now() - interval '30 days'") } },
    ],
  });
