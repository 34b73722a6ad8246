import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { Account } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { clientAddress } from '../../http/context.server.ts';
import { countHit, type Limit } from '../../http/rate-limit.server.ts';
import { paths } from '../../paths.ts';
import { findToken, issueToken, revokeTokens, spendToken } from '../account-tokens.server.ts';
import { setPassword } from '../accounts.server.ts';
import { findPasswordProblem, type Chosen } from '../passwords/new-password.server.ts';
import { queueStaffMail, tellOwner } from '../staff-mails.server.ts';

export const LIMIT_SECONDS = 3600;
const byAddress: Limit = { name: 'forgot-address', max: 10, seconds: LIMIT_SECONDS };
const byAccount: Limit = { name: 'forgot-account', max: 3, seconds: LIMIT_SECONDS };
const LINK_SECONDS = 3600;

/** Rolls the transaction back for an email that gets no mail. */
class NobodyToMailError extends Error {}

/**
 * Mails a link to choose a new password; earlier links end. For an unknown email, or after too many mails, it does the
 * same work and rolls it back, so that the time does not tell which accounts exist.
 * @returns false for an address that asks too often
 */
export async function requestReset(em: EntityManager, context: AppLoadContext, email: string): Promise<boolean> {
  if (!(await countHit(em, byAddress, clientAddress(context)))) return false;
  await em.transactional(async (tx) => {
    const isWithin = await countHit(tx, byAccount, email);
    const account = await tx.findOne(Account, { email, deactivatedAt: null }, { disableIdentityMap: true });
    await tx
      .transactional(async (inner) => {
        await revokeTokens(inner, { email }, 'reset');
        const token = await issueToken(inner, 'reset', { email, accountId: account?.id ?? null }, LINK_SECONDS);
        const { appUrl } = findApp(em).env;
        const facts = { link: appUrl + paths.admin.reset(token), site: new URL(appUrl).host };
        await queueStaffMail(inner, email, 'reset', facts);
        await recordActivity(inner, 'password', actorOf(context, email), 'Asked for a link to choose a new password');
        if (!account || !isWithin) throw new NobodyToMailError('nobody to mail');
      })
      .catch((error: unknown) => {
        if (!(error instanceof NobodyToMailError)) throw error;
      });
  });
  return true;
}

export async function findResetAccount(em: EntityManager, token: string): Promise<Account | null> {
  const account = (await findToken(em, 'reset', token))?.account;
  return account ? em.findOne(Account, { id: account.id, deactivatedAt: null }, { disableIdentityMap: true }) : null;
}

/** Also ends every session of the account, and all its other links. */
export async function resetPassword(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  token: string,
  newPassword: string,
): Promise<Chosen> {
  const account = await findResetAccount(em, token);
  if (!account) return { outcome: 'gone' };
  const { email } = account;
  const problem = await findPasswordProblem(em, newPassword, email);
  if (problem) return { outcome: 'invalid', problem };
  const isSpent = await em.transactional(async (tx) => {
    if (!(await spendToken(tx, 'reset', token))) return false;
    await setPassword(tx, email, newPassword);
    const by = actorOf(context, email, request);
    await recordActivity(tx, 'password', by, 'Chose a new password by a link');
    await tellOwner(tx, email, 'newPassword', by);
    return true;
  });
  return isSpent ? { outcome: 'saved', account } : { outcome: 'gone' };
}
