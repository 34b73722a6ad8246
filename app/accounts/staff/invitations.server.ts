import { findApp } from '#db/app.ts';
import { AccountToken } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { countHit, type Limit } from '../../http/rate-limit.server.ts';
import { paths } from '../../paths.ts';
import { findToken, issueToken, revokeTokens, spendToken } from '../account-tokens.server.ts';
import { addAccount, findAccountId, type Verified } from '../accounts.server.ts';
import { newPasswordProblem } from '../passwords/new-password.server.ts';
import { hashPassword } from '../passwords/password.server.ts';
import { queueStaffMail } from '../staff-mails.server.ts';
import { roles, type Role } from '../staff.schema.ts';
import { localFullDateTime } from '../../time/dates.ts';
import { isActiveAdmin, lockStaff } from './change-staff.server.ts';
import { INVITATION_DAYS } from './manage-staff.schema.ts';

const SECONDS = INVITATION_DAYS * 86_400;
export const LIMIT_SECONDS = 3600;
/** Of all admins together: more than a firm needs, and too few to bother strangers by. */
const invitations: Limit = { name: 'invitation', max: 30, seconds: LIMIT_SECONDS };

/**
 * Invites somebody: a mail with a link by which they choose their password. An earlier link is worthless then, and each
 * once whoever invited is no admin any more. Somebody who has an account is not invited.
 */
export async function invite(
  em: EntityManager,
  by: Actor,
  { email, role, companyName: company = '' }: { email: string; role: Role; companyName?: string },
): Promise<{ outcome: 'saved' | 'limited' | 'known' | 'no-admin' }> {
  if (!(await countHit(em, invitations, 'all'))) return { outcome: 'limited' };
  const { appUrl } = findApp(em).env;
  return em.transactional(async (tx) => {
    await lockStaff(tx); // two at the same moment: the later link holds
    if (!(await isActiveAdmin(tx, by.who))) return { outcome: 'no-admin' };
    if ((await findAccountId(tx, email)) !== null) return { outcome: 'known' };
    await revokeTokens(tx, { email }, 'invite');
    await recordActivity(tx, 'account', by, `Invited ${email} as ${role}`);
    const token = await issueToken(tx, 'invite', { email, accountId: null, facts: { role, by: by.who } }, SECONDS);
    const link = appUrl + paths.admin.invitation(token);
    const until = localFullDateTime(new Date(findApp(em).clock.now() + SECONDS * 1000));
    await queueStaffMail(tx, email, 'invitation', { link, by: by.who, company, until });
    return { outcome: 'saved' };
  });
}

/** The role that somebody is, or was, invited as; null where there is no invitation. */
export async function findInvitedRole(em: EntityManager, email: string): Promise<Role | null> {
  const token = await em.findOne(AccountToken, { purpose: 'invite', email }, { disableIdentityMap: true });
  return token && roleIn(token);
}

/** Makes the link of an invitation worthless. @returns whether there was one */
export const revokeInvitation = (em: EntityManager, by: Actor, email: string): Promise<boolean> =>
  em.transactional(async (tx) => {
    if (!(await revokeTokens(tx, { email }, 'invite'))) return false;
    await recordActivity(tx, 'account', by, `Revoked the invitation of ${email}`);
    return true;
  });

/** Whom a link invites; null for one that is unknown, used, revoked or too old. */
export async function findInvitation(em: EntityManager, token: string): Promise<{ email: string } | null> {
  const invitation = await findToken(em, 'invite', token);
  return invitation && (await isWorth(em, invitation)) ? invitation : null;
}

/** Whether whoever invited is an admin still; of older invitations nobody knows. */
const isWorth = async (em: EntityManager, { facts }: AccountToken): Promise<boolean> =>
  facts.by === undefined || (await isActiveAdmin(em, facts.by));

/** What became of an invitation; `account` is the new one. */
export type Accepted =
  | { outcome: 'saved'; account: Verified & { email: string } }
  | { outcome: 'gone' }
  | { outcome: 'invalid'; problem: string };

/** Makes the account of somebody who was invited, with the password they chose. */
export async function acceptInvitation(
  em: EntityManager,
  token: string,
  password: string,
  address: string,
): Promise<Accepted> {
  const invitation = await findToken(em, 'invite', token);
  if (!invitation) return { outcome: 'gone' };
  const { email } = invitation;
  const problem = await newPasswordProblem(em, password, email);
  if (problem) return { outcome: 'invalid', problem };
  const passwordHash = await hashPassword(password);
  return em.transactional(async (tx) => {
    await lockStaff(tx);
    if (!(await isWorth(tx, invitation)) || !(await spendToken(tx, 'invite', token))) return { outcome: 'gone' };
    const account = { email, passwordHash, role: roleIn(invitation) };
    const id = await addAccount(tx, account, { who: email, address }, 'Accepted the invitation of');
    return id === null ? { outcome: 'gone' } : { outcome: 'saved', account: { id, email, passwordHash } };
  });
}

const roleIn = ({ facts }: AccountToken): Role | null => roles.find((role) => role === facts.role) ?? null;
