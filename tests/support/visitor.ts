import { randomBytes } from 'node:crypto';
import { hashPassword } from '#app/staff/password.server.ts';
import type { Role } from '#app/staff/staff.schema.ts';
import type { Product } from './product.ts';
import type { TestDatabase } from './test-postgres.ts';

export const PASSWORD = 'correct horse battery staple';

/** Somebody who speaks plain HTTP to the product, signed in or not; redirects are not followed. */
export interface Visitor {
  /** Empty, as the cookie is, for one who is not signed in. */
  email: string;
  accountId: number;
  /** The Cookie header of the sign-in. */
  cookie: string;
  ask: Ask;
}
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

let hash: Promise<string> | undefined; // one for all accounts: making one is slow by design

/** Makes an account without signing it in; `role: null` is one without a role record. */
export async function makeAccount(sql: TestDatabase['sql'], role: Role | null) {
  const email = `${role ?? 'none'}-${randomBytes(4).toString('hex')}@example.com`;
  const [account] = await sql<{ id: number }>(
    'insert into accounts (email, password_hash) values ($1, $2) returning id',
    [email, await (hash ??= hashPassword(PASSWORD))],
  );
  if (role) await sql('insert into users (id, email, role) values ($1, $2, $3)', [account!.id, email, role]);
  return { accountId: account!.id, email };
}

/** Sends the login form. */
export function sendLogin(product: Product, email: string, password: string, headers: Record<string, string> = {}) {
  return fetch(`${product.url}/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: product.url, ...headers },
    body: new URLSearchParams({ email, password }),
  });
}

/** The Cookie header that an answer's Set-Cookie lines make. */
export const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

/** Asks with a cookie, or without any. */
export const asker =
  (product: Product, cookie: string): Ask =>
  (path, init = {}) =>
    fetch(product.url + path, {
      redirect: 'manual',
      ...init,
      headers: { Origin: product.url, ...(cookie ? { Cookie: cookie } : {}), ...init.headers },
    });

/** Makes an account and signs it in by the front door; without a role given: a visitor who is not signed in. */
export async function visitAs(product: Product, sql: TestDatabase['sql'], role?: Role | null): Promise<Visitor> {
  if (role === undefined) return { email: '', accountId: 0, cookie: '', ask: asker(product, '') };
  const account = await makeAccount(sql, role);
  const answer = await sendLogin(product, account.email, PASSWORD);
  const cookie = cookieOf(answer);
  if (answer.status !== 303 || !cookie) throw new Error(`could not sign in: ${answer.status}`);
  return { ...account, cookie, ask: asker(product, cookie) };
}
