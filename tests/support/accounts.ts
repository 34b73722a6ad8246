import { argon2Sync, randomBytes } from 'node:crypto';
import { hashToken, newToken } from '#app/accounts/account-tokens.server.ts';
import { hashPassword } from '#app/accounts/passwords/password.server.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import type { TestDatabase } from './test-postgres.ts';

export const PASSWORD = 'correct horse battery staple';
let usualHash: Promise<string> | undefined; // one for all accounts, because hashing is slow by design

export interface Account {
  accountId: number;
  email: string;
  password: string;
}

/** A hash with weaker parameters than the product asks for now. */
export function makeWeakHash(message: string, passes = 1, tagLength = 32): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message, nonce, memory: 8192, passes, parallelism: 1, tagLength });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8192,t=${passes},p=1$${salt}$${hash}`;
}

/** Makes a staff account without a session; `role: null` leaves out its row in `users`. */
export async function makeAccount(
  sql: TestDatabase['sql'],
  role: Role | null,
  email = `${role ?? 'none'}-${randomBytes(4).toString('hex')}@example.com`,
  password = PASSWORD,
): Promise<Account> {
  const hash = await (password === PASSWORD ? (usualHash ??= hashPassword(PASSWORD)) : hashPassword(password));
  const add = 'insert into accounts (email, password_hash) values ($1, $2) returning id';
  const accountId = await sql.value<number>(add, [email, hash]);
  if (role) await sql('insert into users (id, email, role) values ($1, $2, $3)', [accountId, email, role]);
  return { accountId, email, password };
}

/** Adds what a mailed link or a half-done sign-in leads to. It holds for an hour. */
export const addToken = (
  sql: TestDatabase['sql'],
  purpose: 'reset' | 'code',
  { accountId, email }: Pick<Account, 'accountId' | 'email'>,
  token = newToken(),
) =>
  sql(
    `insert into account_tokens (token_hash, purpose, account_id, email, expires_at)
     values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [hashToken(token), purpose, accountId, email],
  );

/** Makes every limit that has counted something count this many hits. */
export const fillLimits = (sql: TestDatabase['sql'], hits = 10) =>
  sql('update rate_limits set hits = array_fill(now(), array[$1::int]) where cardinality(hits) > 0', [hits]);
