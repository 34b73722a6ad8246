import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { hashPassword } from '#app/staff/password.server.ts';
import type { Role } from '#app/staff/staff.schema.ts';
import type { ProductUnderTest } from './fixtures.ts';

const PASSWORD = 'correct horse battery staple';
let hash: Promise<string> | undefined; // one for all: making one is slow by design

/** Makes a staff account and signs the page's browser in to it, without opening a page. */
export async function signIn(page: Page, product: ProductUnderTest, role: Role): Promise<void> {
  const email = `${role}-${randomBytes(4).toString('hex')}@example.com`;
  await product.sql(
    `with account as (insert into accounts (email, password_hash) values ($1, $2) returning id)
     insert into users (id, email, role) select id, $1, $3 from account`,
    [email, await (hash ??= hashPassword(PASSWORD)), role],
  );
  const answer = await page.request.post(paths.admin.login, {
    form: { email, password: PASSWORD },
    headers: { origin: product.url },
    maxRedirects: 0,
  });
  if (answer.status() !== 303) throw new Error(`could not sign in: ${answer.status()}`);
}
