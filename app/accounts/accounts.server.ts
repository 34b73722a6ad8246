import { Account, Session, User } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../audit/activities.server.ts';
import { revokeTokens } from './account-tokens.server.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords/password.server.ts';
import type { Role } from './staff.schema.ts';

/** An account whose password was given, and the hash that it was compared with: by then it may have another. */
export interface Verified {
  id: number;
  passwordHash: string;
}

/**
 * Finds the account of an e-mail and password. Takes the same time whether or not there is one; one that is deactivated
 * is as none. Strangers wait for all others. A hash of another cost than today's is made anew, now that the password is known.
 */
export async function findByPassword(
  em: EntityManager,
  email: string,
  password: string,
  isStranger = false,
): Promise<Verified | null> {
  const account = await em.findOne(
    Account,
    { email: email.trim().toLowerCase(), deactivatedAt: null },
    { disableIdentityMap: true },
  );
  if (!(await verifyPassword(password, account?.passwordHash ?? null, isStranger))) return null;
  const { id, passwordHash } = account!;
  if (!isOutdated(passwordHash)) return { id, passwordHash };
  const anew = await hashPassword(password);
  const isKept = await em.nativeUpdate(Account, { id, passwordHash }, { passwordHash: anew });
  return isKept ? { id, passwordHash: anew } : findByPassword(em, email, password, isStranger); // it has another by now
}

/** The account of an email, for the log; null if there is none. */
export async function findAccountId(em: EntityManager, email: string): Promise<number | null> {
  return (await findAccount(em, email))?.id ?? null;
}

/** The account of an email, deactivated or not. */
export const findAccount = (em: EntityManager, email: string): Promise<Account | null> =>
  em.findOne(Account, { email }, { disableIdentityMap: true });

interface NewAccount {
  email: string;
  passwordHash: string;
  /** Null makes no role record. */
  role: Role | null;
  /** Whether its password is the one that the first start prints. */
  hasFirstPassword?: boolean;
}

/**
 * Makes an account; an invitation of its address is worthless from then on.
 * @param em of a transaction
 * @param did what the activity log says of it
 * @returns its id, or null if the email is taken
 */
export async function addAccount(
  em: EntityManager,
  { email, passwordHash, role, hasFirstPassword = false }: NewAccount,
  by: Actor,
  did = 'Made the account',
): Promise<number | null> {
  // SQL: of two at the same moment the second finds the email taken, and no error ends its transaction
  const [made] = await em.execute<{ id: number }[]>(
    'insert into accounts (email, password_hash, has_first_password) values (?, ?, ?) on conflict (email) do nothing returning id',
    [email, passwordHash, hasFirstPassword],
  );
  if (!made) return null;
  const { id } = made;
  if (role) await em.insert(User, { id, email, role });
  await revokeTokens(em, { email }, 'invite');
  const about = { noun: 'staff', id };
  await recordActivity(em, 'account', by, `${did} ${email}, ${role ?? 'without a role'}`, about);
  return id;
}

/** Every account with its role, by e-mail. */
export async function listAccounts(
  em: EntityManager,
): Promise<{ email: string; role: Role | null; isActive: boolean; createdAt: Date }[]> {
  const accounts = await em.find(Account, {}, { orderBy: { email: 'asc' } });
  const roles = new Map((await em.find(User, {})).map((user) => [user.email, user.role]));
  return accounts.map(({ email, deactivatedAt, createdAt }) => {
    return { email, role: roles.get(email) ?? null, isActive: !deactivatedAt, createdAt };
  });
}

/**
 * Sets a password, and ends the account's sessions, links and half-done sign-ins.
 * @param keepSession the one session that stays, if the person changed it themselves
 * @returns the account's id, or null if unknown
 */
export async function setPassword(
  em: EntityManager,
  email: string,
  password: string,
  keepSession?: number,
): Promise<number | null> {
  const passwordHash = await hashPassword(password);
  return em.transactional(async (tx) => {
    const id = await findAccountId(tx, email);
    if (id === null) return null;
    await tx.nativeUpdate(Account, { id }, { passwordHash, hasFirstPassword: false });
    await tx.nativeDelete(Session, { account: id, ...(keepSession ? { id: { $ne: keepSession } } : {}) });
    await revokeTokens(tx, { account: id });
    return id;
  });
}
