import { Account, Session, User } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { hashPassword, verifyPassword } from './password.server.ts';
import type { Role } from './staff.schema.ts';

/** Finds the account of an e-mail and password. Takes the same time whether or not there is one. */
export async function findByPassword(em: EntityManager, email: string, password: string): Promise<number | null> {
  const account = await em.findOne(Account, { email: email.trim().toLowerCase() });
  return (await verifyPassword(password, account?.passwordHash ?? null)) ? account!.id : null;
}

/** Makes an account, with a role record unless the role is null. @returns false if the e-mail is taken */
export async function addAccount(
  em: EntityManager,
  email: string,
  password: string,
  role: Role | null,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return em.transactional(async (tx) => {
    const [made] = await tx.execute<{ id: number }[]>(
      'insert into accounts (email, password_hash) values (?, ?) on conflict (email) do nothing returning id',
      [email, passwordHash],
    );
    if (!made) return false;
    if (role) await tx.insert(User, { id: made.id, email, role });
    return true;
  });
}

/** Every account with its role, by e-mail. */
export async function listAccounts(
  em: EntityManager,
): Promise<{ email: string; role: Role | null; createdAt: Date }[]> {
  const accounts = await em.find(Account, {}, { orderBy: { email: 'asc' } });
  const roles = new Map((await em.find(User, {})).map((user) => [user.email, user.role]));
  return accounts.map(({ email, createdAt }) => ({ email, role: roles.get(email) ?? null, createdAt }));
}

/** Gives an account a role, or takes its role record away. It counts from the next request on. @returns false if unknown */
export async function setRole(em: EntityManager, email: string, role: Role | null): Promise<boolean> {
  const account = await em.findOne(Account, { email });
  if (!account) return false;
  if (role) await em.upsert(User, { id: account.id, email, role });
  else await em.nativeDelete(User, { id: account.id });
  return true;
}

/**
 * Sets a password and ends the account's sessions.
 * @param keepSession the one session that stays, if the person changed it themselves
 * @returns false if there is no such account
 */
export async function setPassword(
  em: EntityManager,
  email: string,
  password: string,
  keepSession?: number,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return em.transactional(async (tx) => {
    const account = await tx.findOne(Account, { email });
    if (!account) return false;
    account.passwordHash = passwordHash;
    await tx.nativeDelete(Session, { account: account.id, ...(keepSession ? { id: { $ne: keepSession } } : {}) });
    return true;
  });
}

/** Removes an account; its role and sessions end with it. @returns false if unknown */
export async function removeAccount(em: EntityManager, email: string): Promise<boolean> {
  return (await em.nativeDelete(Account, { email })) > 0;
}
