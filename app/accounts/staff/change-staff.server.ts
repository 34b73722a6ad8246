import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Account, AccountToken, PreviewLink, Session, User } from '#db/entities/account.ts';
import { lockTable } from '#db/lock-table.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { revokeTokens } from '../account-tokens.server.ts';
import { reaches, roles, type Role } from '../staff.schema.ts';
import type { StaffRule, StaffAccount } from './manage-staff.schema.ts';

/** Who changes an account: an admin, or the command line, which has no account. */
export interface Changer {
  by: Actor;
  accountId: number | null;
  /** Whether the last admin may be changed as well. */
  isForced?: boolean;
}

export type Changed =
  | { outcome: 'saved'; account: StaffAccount }
  | { outcome: 'gone' }
  | { outcome: 'outdated'; stored: StaffAccount }
  | { outcome: 'refused'; why: StaffRule };

type Stored = StaffAccount & { isActive: boolean };

interface Change {
  /** Whether the account is no active admin afterwards. */
  isLowered: boolean;
  /** Gives the outcome if nothing has to be changed. */
  settle?: (account: Stored) => Changed | false;
  /** Makes the change. @returns the line of the activity log */
  apply: (tx: EntityManager, account: Stored) => Promise<string>;
}

/** Locks changes of staff, in all processes, until the transaction ends. Reading and signing in do not wait. */
export const lockStaff = (tx: EntityManager): Promise<unknown> => lockTable(tx, 'users');

/** @param role null deletes the role record @param from the role that the form showed, to notice changes of others */
export const changeRole = (em: EntityManager, by: Changer, id: number, role: Role | null, from?: Role | null) =>
  changeAccount(em, by, id, {
    isLowered: !reaches(role, 'admin'),
    settle: (account) =>
      account.role === role
        ? { outcome: 'saved', account }
        : from !== undefined && account.role !== from && { outcome: 'outdated', stored: account },
    apply: async (tx, account) => {
      if (role) await tx.upsert(User, { id, email: account.email, role });
      else await tx.nativeDelete(User, { id });
      if (!reaches(role, 'admin')) await revokeHandedOut(tx, account);
      return `Changed the role of ${account.email} from ${account.role ?? 'none'} to ${role ?? 'none'}`;
    },
  });

/** A deactivated account cannot sign in. Its sessions and links end at once; reactivation does not bring them back. */
export const setActive = (em: EntityManager, by: Changer, id: number, isActive: boolean) =>
  changeAccount(em, by, id, {
    isLowered: !isActive,
    settle: (account) => account.isActive === isActive && { outcome: 'saved', account },
    apply: async (tx, account) => {
      await tx.nativeUpdate(Account, { id }, { deactivatedAt: isActive ? null : raw<Date>('now()') });
      await tx.nativeDelete(Session, { account: id }); // also that of a sign-in during the deactivation
      await revokeTokens(tx, { account: id });
      if (!isActive) await revokeHandedOut(tx, account);
      return `${isActive ? 'Reactivated' : 'Deactivated'} ${account.email}`;
    },
  });

/** Also removes its role, sessions and links. Its lines in the activity log stay. */
export const removeAccount = (em: EntityManager, by: Changer, id: number) =>
  changeAccount(em, by, id, {
    isLowered: true,
    apply: async (tx, account) => {
      await revokeHandedOut(tx, account);
      await tx.nativeDelete(Account, { id });
      return `Removed ${account.email}`;
    },
  });

const changeAccount = (
  em: EntityManager,
  changer: Changer,
  id: number,
  { isLowered, settle, apply }: Change,
): Promise<Changed> =>
  em.transactional(async (tx) => {
    await lockStaff(tx);
    const account = await findStaffAccount(tx, id);
    if (!account) return { outcome: 'gone' };
    const settled = settle?.(account);
    if (settled) return settled;
    const why = await findBrokenRule(tx, changer, account, isLowered);
    if (why) return { outcome: 'refused', why };
    await recordActivity(tx, 'account', changer.by, await apply(tx, account), { noun: 'staff', id });
    return { outcome: 'saved', account };
  });

async function findStaffAccount(em: EntityManager, id: number): Promise<Stored | null> {
  const account = await em.findOne(Account, { id }, { disableIdentityMap: true });
  if (!account) return null;
  const user = await em.findOne(User, { id }, { disableIdentityMap: true });
  return { id, email: account.email, role: user?.role ?? null, isActive: !account.deactivatedAt };
}

/** @throws a 404 answer */
export const requireAccount = async (context: AppLoadContext, id: string | undefined): Promise<StaffAccount> =>
  requireFound(await findStaffAccount(entityManager(context), readId(id)));

/** Call it under the lock. */
async function findBrokenRule(tx: EntityManager, by: Changer, { id, role }: Stored, isLowered: boolean) {
  const admins = await listActiveAdmins(tx);
  const isAdmin = (account: number) => admins.some((admin) => admin.id === account);
  if (by.accountId !== null && !isAdmin(by.accountId)) return 'no-admin';
  if (!isLowered) return null;
  const isLast = reaches(role, 'admin') && isAdmin(id) && admins.length === 1;
  if (isLast && !by.isForced) return 'last';
  return id === by.accountId ? 'own' : null;
}

// SQL: reads both tables in one statement.
export const listActiveAdmins = (em: EntityManager) =>
  em.execute<{ id: number; email: string; hasFirstPassword: boolean }[]>(
    `select a.id, a.email, a.has_first_password as "hasFirstPassword" from accounts a join users u on u.id = a.id
     where a.deactivated_at is null and u.role = any(?::text[])`,
    [`{${roles.filter((role) => reaches(role, 'admin')).join(',')}}`],
  );

/** @param tx under the lock, so that the answer stays true */
export const isActiveAdmin = async (tx: EntityManager, email: string): Promise<boolean> =>
  (await listActiveAdmins(tx)).some((admin) => admin.email === email);

async function revokeHandedOut(tx: EntityManager, { id, email }: Stored): Promise<void> {
  await tx.nativeDelete(AccountToken, { purpose: 'invite', facts: { by: email } });
  await tx.nativeDelete(PreviewLink, { account: id });
}
