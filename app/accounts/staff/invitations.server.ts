import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { AccountToken } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity, type Actor } from '../../audit/activities.server.ts';
import { submissionKey } from '../../forms/form.server.ts';
import { countHit, type Limit } from '../../http/rate-limit.server.ts';
import { paths } from '../../paths.ts';
import { localFullDateTime } from '../../time/dates.ts';
import { findToken, issueToken, revokeTokens, spendToken } from '../account-tokens.server.ts';
import { addAccount, findAccount } from '../accounts.server.ts';
import { findPasswordProblem, type Chosen } from '../passwords/new-password.server.ts';
import { hashPassword } from '../passwords/password.server.ts';
import { queueStaffMail } from '../staff-mails.server.ts';
import { roles, type Role } from '../staff.schema.ts';
import { isActiveAdmin, lockStaff } from './change-staff.server.ts';
import { INVITATION_DAYS } from './manage-staff.schema.ts';

const SECONDS = INVITATION_DAYS * 86_400;
export const LIMIT_SECONDS = 3600;
/** The limit of all admins together: more than a firm needs, too few to bother strangers. */
const invitations: Limit = { name: 'invitation', max: 30, seconds: LIMIT_SECONDS };

/** Revokes earlier links to the address. The new link ends when the inviter is no longer an admin. */
export async function invite(
  em: EntityManager,
  by: Actor,
  invited: { email: string; role: Role; formId?: string | undefined; companyName?: string | undefined },
): Promise<{ outcome: 'saved' | 'limited' | 'known' | 'no-admin' }> {
  const { email, role, formId, companyName: company = '' } = invited;
  const form = submissionKey(formId, [email, role]);
  const { env, clock } = findApp(em);
  return em.transactional(async (tx) => {
    await lockStaff(tx); // of two at the same moment the later link is valid
    if (!(await isActiveAdmin(tx, by.who))) return { outcome: 'no-admin' };
    if (await findAccount(tx, email)) return { outcome: 'known' };
    if (form && (await tx.count(AccountToken, { purpose: 'invite', email, facts: { form } })))
      return { outcome: 'saved' };
    if (!(await countHit(tx, invitations, 'all'))) return { outcome: 'limited' };
    await revokeTokens(tx, { email }, 'invite');
    await recordActivity(tx, 'account', by, `Invited ${email} as ${role}`);
    const facts = { role, by: by.who, ...(form ? { form } : {}) };
    const token = await issueToken(tx, 'invite', { email, accountId: null, facts }, SECONDS);
    const link = env.appUrl + paths.admin.invitation(token);
    const until = localFullDateTime(new Date(clock.now() + SECONDS * 1000));
    await queueStaffMail(tx, email, 'invitation', { link, by: by.who, company, until });
    return { outcome: 'saved' };
  });
}

/** Also for an expired invitation. */
export async function findInvitedRole(em: EntityManager, email: string): Promise<Role | null> {
  const token = await em.findOne(AccountToken, { purpose: 'invite', email }, { disableIdentityMap: true });
  return token && readRole(token);
}

export const revokeInvitation = (em: EntityManager, by: Actor, email: string): Promise<boolean> =>
  em.transactional(async (tx) => {
    if (!(await revokeTokens(tx, { email }, 'invite'))) return false;
    await recordActivity(tx, 'account', by, `Revoked the invitation of ${email}`);
    return true;
  });

export async function findInvitation(em: EntityManager, token: string): Promise<{ email: string } | null> {
  const invitation = await findToken(em, 'invite', token);
  return invitation && (await isValid(em, invitation)) ? invitation : null;
}

/** Whether the inviter is still an admin; older invitations do not name one. */
const isValid = async (em: EntityManager, { facts }: AccountToken): Promise<boolean> =>
  facts.by === undefined || (await isActiveAdmin(em, facts.by));

export async function acceptInvitation(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  token: string,
  password: string,
): Promise<Chosen> {
  const invitation = await findToken(em, 'invite', token);
  if (!invitation) return { outcome: 'gone' };
  const { email } = invitation;
  const problem = await findPasswordProblem(em, password, email);
  if (problem) return { outcome: 'invalid', problem };
  const passwordHash = await hashPassword(password);
  return em.transactional(async (tx) => {
    await lockStaff(tx);
    if (!(await isValid(tx, invitation)) || !(await spendToken(tx, 'invite', token))) return { outcome: 'gone' };
    const account = { email, passwordHash, role: readRole(invitation) };
    const id = await addAccount(tx, account, actorOf(context, email, request), 'Accepted the invitation of');
    return id === null ? { outcome: 'gone' } : { outcome: 'saved', account: { id, email, passwordHash } };
  });
}

const readRole = ({ facts }: AccountToken): Role | null => roles.find((role) => role === facts.role) ?? null;
