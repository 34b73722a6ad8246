import type { Role } from '#app/staff/staff.schema.ts';
import type { Product } from './product.ts';
import type { TestDatabase } from './test-postgres.ts';
import { visitAs, type Visitor } from './visitor.ts';

/** A member of staff who speaks plain HTTP: no browser, no JavaScript. */
export interface StaffClient extends Pick<Visitor, 'email' | 'cookie'> {
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
  const { email, cookie, ask } = await visitAs(product, sql, role);
  return { email, cookie, get: (path) => ask(path), post: (path, body) => ask(path, { method: 'POST', body }) };
}
