import { randomBytes } from 'node:crypto';
import { hashPassword } from '#app/staff/password.server.ts';
import type { Role } from '#app/staff/staff.schema.ts';
import type { Product } from './product.ts';
import type { TestDatabase } from './test-postgres.ts';

const PASSWORD = 'correct horse battery staple';

/** A member of staff who speaks plain HTTP: no browser, no JavaScript. */
export interface StaffClient {
  email: string;
  /** The Cookie header of the signed-in session. */
  cookie: string;
  get(path: string): Promise<Response>;
  /** Sends a form as a page of the site would; redirects are not followed. */
  post(path: string, form: FormData | URLSearchParams): Promise<Response>;
}

/** Makes an account and signs it in through the product's front door. */
export async function signIn(
  product: Pick<Product, 'url'>,
  sql: TestDatabase['sql'],
  role: Role,
): Promise<StaffClient> {
  const email = `${role}-${randomBytes(4).toString('hex')}@example.com`;
  const [account] = await sql<{ id: number }>(
    'insert into accounts (email, password_hash) values ($1, $2) returning id',
    [email, await hashPassword(PASSWORD)],
  );
  await sql('insert into users (id, email, role) values ($1, $2, $3)', [account!.id, email, role]);
  const ask = (path: string, init: RequestInit = {}, cookie = '') =>
    fetch(product.url + path, {
      redirect: 'manual',
      ...init,
      headers: { Origin: product.url, ...(cookie ? { Cookie: cookie } : {}) },
    });
  const credentials = new URLSearchParams({ email, password: PASSWORD });
  const answer = await ask('/admin/login', { method: 'POST', body: credentials });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  if (answer.status !== 303 || !cookie) throw new Error(`could not sign in: ${answer.status}`);
  return {
    email,
    cookie,
    get: (path) => ask(path, {}, cookie),
    post: (path, body) => ask(path, { method: 'POST', body }, cookie),
  };
}
