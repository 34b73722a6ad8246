import { createHash, randomBytes } from 'node:crypto';
import { raw } from '@mikro-orm/core';
import { AccountToken, type TokenPurpose } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
export const newToken = (): string => randomBytes(32).toString('base64url');

export interface TokenOwner {
  email: string;
  /** Null if there is no account yet. */
  accountId: number | null;
  facts?: Record<string, string>;
}

/** Makes a token of 256 random bits and stores its hash. @param seconds until it expires, by the database's clock */
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

const selectLive = (purpose: TokenPurpose, token: string) => ({
  tokenHash: hashToken(token),
  purpose,
  expiresAt: { $gt: raw<Date>('now()') },
});

/** Finds a token without spending it. @returns null if it is unknown, spent or expired */
export const findToken = (em: EntityManager, purpose: TokenPurpose, token: string): Promise<AccountToken | null> =>
  em.findOne(AccountToken, selectLive(purpose, token), { disableIdentityMap: true });

/** Spends a token in the caller's transaction. Of two calls at the same moment only one returns true. */
export const spendToken = async (em: EntityManager, purpose: TokenPurpose, token: string): Promise<boolean> =>
  (await em.nativeDelete(AccountToken, selectLive(purpose, token))) > 0;

/** Counts a try, also when several come at the same moment. @returns false if there are more than `most` */
export async function countTry(em: EntityManager, token: string, most: number): Promise<boolean> {
  const tries = raw<number>('tries + 1');
  return (await em.nativeUpdate(AccountToken, { tokenHash: hashToken(token), tries: { $lt: most } }, { tries })) > 0;
}

export const revokeTokens = (
  em: EntityManager,
  whose: { account: number } | { email: string },
  purpose?: TokenPurpose,
): Promise<number> => em.nativeDelete(AccountToken, { ...whose, ...(purpose ? { purpose } : {}) });

/** Deletes expired tokens; invitations after 30 days, in which the staff list still shows them. */
export const sweepTokens = (em: EntityManager): Promise<number> =>
  em.nativeDelete(AccountToken, {
    $or: [
      { purpose: { $ne: 'invite' }, expiresAt: { $lt: raw<Date>('now()') } },
      { expiresAt: { $lt: raw<Date>("now() - interval '30 days'") } },
    ],
  });
