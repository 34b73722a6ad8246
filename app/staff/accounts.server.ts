import { Account, Session, User } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { revokeTokens } from './account-tokens.server.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.server.ts';
import type { Role } from './staff.schema.ts';

/**
 * Finds the account of an e-mail and password. Takes the same time whether or not there is one; one that is deactivated
 * is as none. A hash of another cost
 * than today's is made anew, now that the password is known.
 */
export async function findByPassword(em: EntityManager, email: string, password: string): Promise<number | null> {
  const account = await em.findOne(
    Account,
    { email: email.trim().toLowerCase(), deactivatedAt: null },
    { disableIdentityMap: true },
  );
  if (!(await verifyPassword(password, account?.passwordHash ?? null))) return null;
  const { id, passwordHash } = account!;
  if (isOutdated(passwordHash))
    await em.nativeUpdate(Account, { id, passwordHash }, { passwordHash: await hashPassword(password) });
  return id;
}

/** The account of an email, for the log; null if there is none. */
export async function findAccountId(em: EntityManager, email: string): Promise<number | null> {
  return (await em.findOne(Account, { email }, { disableIdentityMap: true }))?.id ?? null;
}

/** Makes an account, with a role record unless the role is null. @returns its id, or null if the email is taken */
export async function addAccount(
  em: EntityManager,
  email: string,
  password: string,
  role: Role | null,
): Promise<number | null> {
  const passwordHash = await hashPassword(password);
  return em.transactional(async (tx) => {
    // SQL: of two at the same moment the second finds the email taken, and no error ends its transaction
    const [made] = await tx.execute<{ id: number }[]>(
      'insert into accounts (email, password_hash) values (?, ?) on conflict (email) do nothing returning id',
      [email, passwordHash],
    );
    if (made && role) await tx.insert(User, { id: made.id, email, role });
    return made?.id ?? null;
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

/**
 * Gives an account a role, or takes its role record away. It counts from the next request on, which gets new tokens.
 * @returns the account's id, or null if unknown
 */
export async function setRole(em: EntityManager, email: string, role: Role | null): Promise<number | null> {
  const id = await findAccountId(em, email);
  if (id === null) return null;
  if (role) await em.upsert(User, { id, email, role });
  else await em.nativeDelete(User, { id });
  return id;
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
    await tx.nativeUpdate(Account, { id }, { passwordHash });
    await tx.nativeDelete(Session, { account: id, ...(keepSession ? { id: { $ne: keepSession } } : {}) });
    await revokeTokens(tx, { account: id });
    return id;
  });
}

/** Removes an account; its role and sessions end with it. @returns its id, or null if unknown */
export async function removeAccount(em: EntityManager, email: string): Promise<number | null> {
  const id = await findAccountId(em, email);
  if (id !== null) await em.nativeDelete(Account, { id });
  return id;
}
