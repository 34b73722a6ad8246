import { raw } from '@mikro-orm/core';
import { Account, AccountToken, PreviewLink, Session, User } from '#db/entities/account.ts';
import { lockTable } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { revokeTokens } from '../account-tokens.server.ts';
import { reaches, roles, type Role } from '../staff.schema.ts';
import type { StaffRule, StaffAccount } from './manage-staff.schema.ts';

/** Who changes an account: an admin, or whoever is at the command line, which has no account. */
export interface Changer extends Actor {
  accountId: number | null;
  /** Whether the last admin may go, too. */
  isForced?: boolean;
}

/** What became of a change. */
export type Changed =
  | { outcome: 'saved'; account: StaffAccount }
  | { outcome: 'gone' }
  | { outcome: 'outdated'; stored: StaffAccount }
  | { outcome: 'refused'; why: StaffRule };

type Stored = StaffAccount & { isActive: boolean };

/**
 * One change at a time, in all processes, until the end of the transaction. Reading and signing in do not wait for it.
 */
export const lockStaff = (tx: EntityManager): Promise<unknown> => lockTable(tx, 'users');

/**
 * Gives an account a role, or takes its role record away. It counts from the next request on, which gets new tokens.
 * @param from the role that it was changed from: another one by now is somebody else's change
 */
export const changeRole = (
  em: EntityManager,
  by: Changer,
  id: number,
  role: Role | null,
  from?: Role | null,
): Promise<Changed> =>
  changing(em, id, async (tx, account) => {
    if (from !== undefined && account.role !== from) return { outcome: 'outdated', stored: account };
    if (account.role === role) return { outcome: 'saved', account };
    const why = await brokenRule(tx, by, account, !reaches(role, 'admin'));
    if (why) return { outcome: 'refused', why };
    if (role) await tx.upsert(User, { id, email: account.email, role });
    else await tx.nativeDelete(User, { id });
    if (!reaches(role, 'admin')) await revokeHandedOut(tx, account);
    const change = `from ${account.role ?? 'none'} to ${role ?? 'none'}`;
    await record(tx, by, id, `Changed the role of ${account.email} ${change}`);
    return { outcome: 'saved', account: { ...account, role } };
  });

/** Makes an account as if it were not there: nobody signs in to it, and its sessions and links are dead at once. */
export const deactivateAccount = (em: EntityManager, by: Changer, id: number): Promise<Changed> =>
  changing(em, id, async (tx, account) => {
    if (!account.isActive) return { outcome: 'saved', account };
    const why = await brokenRule(tx, by, account, true);
    if (why) return { outcome: 'refused', why };
    await tx.nativeUpdate(Account, { id }, { deactivatedAt: raw<Date>('now()') });
    await endAll(tx, id);
    await revokeHandedOut(tx, account);
    await record(tx, by, id, `Deactivated ${account.email}`);
    return { outcome: 'saved', account };
  });

/** Lets somebody sign in again, with the password they had. */
export const reactivateAccount = (em: EntityManager, by: Changer, id: number): Promise<Changed> =>
  changing(em, id, async (tx, account) => {
    if (account.isActive) return { outcome: 'saved', account };
    const why = await brokenRule(tx, by, account, false);
    if (why) return { outcome: 'refused', why };
    await tx.nativeUpdate(Account, { id }, { deactivatedAt: null });
    await endAll(tx, id); // of a sign-in that was under way when it was deactivated
    await record(tx, by, id, `Reactivated ${account.email}`);
    return { outcome: 'saved', account };
  });

/** Removes an account; its role, sessions and links go with it. What it did stays in the activity log. */
export const removeAccount = (em: EntityManager, by: Changer, id: number): Promise<Changed> =>
  changing(em, id, async (tx, account) => {
    const why = await brokenRule(tx, by, account, true);
    if (why) return { outcome: 'refused', why };
    await revokeHandedOut(tx, account);
    await tx.nativeDelete(Account, { id });
    await record(tx, by, id, `Removed ${account.email}`);
    return { outcome: 'saved', account };
  });

/** The account of an id; null if there is none. */
export async function findAccount(em: EntityManager, id: number): Promise<Stored | null> {
  const account = await em.findOne(Account, { id }, { disableIdentityMap: true });
  if (!account) return null;
  const user = await em.findOne(User, { id }, { disableIdentityMap: true });
  return { id, email: account.email, role: user?.role ?? null, isActive: !account.deactivatedAt };
}

const changing = (
  em: EntityManager,
  id: number,
  change: (tx: EntityManager, account: Stored) => Promise<Changed>,
): Promise<Changed> =>
  em.transactional(async (tx) => {
    await lockStaff(tx);
    const account = await findAccount(tx, id);
    return account ? change(tx, account) : { outcome: 'gone' };
  });

/**
 * Why somebody may not change an account, judged behind the lock.
 * @param isLowered whether the account is no active admin's after the change
 */
async function brokenRule(
  tx: EntityManager,
  by: Changer,
  { id, role }: Stored,
  isLowered: boolean,
): Promise<StaffRule | null> {
  const admins = await activeAdmins(tx);
  const isAdmin = (account: number) => admins.some((admin) => admin.id === account);
  if (by.accountId !== null && !isAdmin(by.accountId)) return 'no-admin';
  if (!isLowered) return null;
  const isLast = reaches(role, 'admin') && isAdmin(id) && admins.length === 1;
  if (isLast && !by.isForced) return 'last';
  return id === by.accountId ? 'own' : null;
}

const adminRoles = roles.filter((role) => reaches(role, 'admin'));

/** The accounts of those admins who may sign in. */
async function activeAdmins(em: EntityManager): Promise<{ id: number; email: string }[]> {
  // SQL: both tables in one question, behind the lock.
  return em.execute(
    `select a.id, a.email from accounts a join users u on u.id = a.id
     where a.deactivated_at is null and u.role = any(?::text[])`,
    [`{${adminRoles.join(',')}}`],
  );
}

/** Whether an email is that of an admin who may sign in. @param tx behind the lock, so that it stays so */
export const isActiveAdmin = async (tx: EntityManager, email: string): Promise<boolean> =>
  (await activeAdmins(tx)).some((admin) => admin.email === email);

/** What an admin has let others in by ends with them: invitations, and links behind the maintenance screen. */
async function revokeHandedOut(tx: EntityManager, { id, email }: Stored): Promise<void> {
  await tx.nativeDelete(AccountToken, { purpose: 'invite', facts: { by: email } });
  await tx.nativeDelete(PreviewLink, { account: id });
}

async function endAll(tx: EntityManager, id: number): Promise<void> {
  await tx.nativeDelete(Session, { account: id });
  await revokeTokens(tx, { account: id });
}

const record = (tx: EntityManager, by: Changer, id: number, what: string) =>
  recordActivity(tx, 'account', { who: by.who, address: by.address }, what, { noun: 'staff', id });
