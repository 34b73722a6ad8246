import type { App } from '#db/app.ts';
import { Account, Session, User } from '#db/entities/account.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../audit/activities.server.ts';
import { revokeTokens } from './account-tokens.server.ts';
import { generatePassword, hashPassword, isOutdated, verifyPassword } from './passwords/password.server.ts';
import { reaches, type Role } from './staff.schema.ts';

/** An account whose password was right, with the hash that was compared: the account may have another by now. */
export type Verified = Pick<Account, 'id' | 'passwordHash'>;

/** Takes the same time without an account. Renews hashes of another cost. @param isStranger waits behind all others */
export async function findByPassword(
  em: EntityManager,
  email: string,
  password: string,
  isStranger = false,
): Promise<Verified | null> {
  const where = { email: email.trim().toLowerCase(), deactivatedAt: null };
  const account = await em.findOne(Account, where, { disableIdentityMap: true });
  if (!(await verifyPassword(password, account?.passwordHash ?? null, isStranger))) return null;
  const { id, passwordHash } = account!;
  if (!isOutdated(passwordHash)) return { id, passwordHash };
  const newHash = await hashPassword(password);
  const isKept = await em.nativeUpdate(Account, { id, passwordHash }, { passwordHash: newHash });
  return isKept ? { id, passwordHash: newHash } : findByPassword(em, email, password, isStranger); // it has changed meanwhile
}

/** Also finds deactivated accounts. */
export const findAccount = (em: EntityManager, email: string): Promise<Account | null> =>
  em.findOne(Account, { email }, { disableIdentityMap: true });

interface NewAccount {
  email: string;
  passwordHash: string;
  /** Null adds no role record. */
  role: Role | null;
  /** Whether the password is the one that the first start prints. */
  hasFirstPassword?: boolean;
}

/** Also revokes invitations of the email. @param em in a transaction @returns null if the email is taken */
export async function addAccount(
  em: EntityManager,
  { email, passwordHash, role, hasFirstPassword = false }: NewAccount,
  by: Actor,
  did?: string,
): Promise<number | null> {
  // SQL: of two at the same moment the second finds the email taken, without an error that ends its transaction
  const [{ id } = { id: null }] = await em.execute<{ id: number }[]>(
    'insert into accounts (email, password_hash, has_first_password) values (?, ?, ?) on conflict (email) do nothing returning id',
    [email, passwordHash, hasFirstPassword],
  );
  if (id === null) return null;
  if (role) await em.insert(User, { id, email, role });
  await revokeTokens(em, { email }, 'invite');
  const what = did ? `${did} ${email}, ${role}` : `Created ${role ?? 'role-less'} account ${email}`;
  await recordActivity(em, 'account', by, what, { noun: 'staff', id });
  return id;
}

export const FIRST_EMAIL = 'admin@example.com';

/** Adds the first admin if there is no account. The password cannot be read again. */
export async function addFirstAdmin(app: App): Promise<{ email: string; password: string } | null> {
  const em = forkEntityManager(app);
  if ((await listAccounts(em)).length) return null;
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const admin = { email: FIRST_EMAIL, passwordHash, role: 'admin', hasFirstPassword: true } as const;
  await em.transactional((tx) => addAccount(tx, admin, { who: 'first start', address: null }));
  return { email: FIRST_EMAIL, password };
}

export async function adminProblem(em: EntityManager): Promise<string | null> {
  const isThere = (await listAccounts(em)).some(({ isActive, role }) => isActive && reaches(role, 'admin'));
  return isThere ? null : 'no admin is left. Make one with: npm run user -- add EMAIL --role admin';
}

export async function listAccounts(em: EntityManager) {
  const accounts = await em.find(Account, {}, { orderBy: { email: 'asc' } });
  const roles = new Map((await em.find(User, {})).map((user) => [user.email, user.role]));
  return accounts.map(({ email, deactivatedAt, createdAt }) => {
    return { email, role: roles.get(email) ?? null, isActive: !deactivatedAt, createdAt };
  });
}

/** Also ends the account's sessions except `keepSession`, its links and half-done sign-ins. @returns null if unknown */
export async function setPassword(em: EntityManager, email: string, password: string, keepSession?: number) {
  const passwordHash = await hashPassword(password);
  return em.transactional(async (tx) => {
    const id = (await findAccount(tx, email))?.id;
    if (id === undefined) return null;
    await tx.nativeUpdate(Account, { id }, { passwordHash, hasFirstPassword: false });
    await tx.nativeDelete(Session, { account: id, ...(keepSession ? { id: { $ne: keepSession } } : {}) });
    await revokeTokens(tx, { account: id });
    return id;
  });
}
