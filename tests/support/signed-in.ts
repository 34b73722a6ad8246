import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import type { Role } from '#app/staff/staff.schema.ts';
import { makeAccount, type Account } from './accounts.ts';
import type { ProductUnderTest } from './fixtures.ts';

/** Makes a staff account and signs the page's browser in to it, without opening a page. */
export async function signIn(
  page: Page,
  product: Pick<ProductUnderTest, 'url' | 'sql'>,
  role: Role | null,
  as?: string,
): Promise<Account> {
  const account = await makeAccount(product.sql, role, as);
  const { email, password } = account;
  const answer = await page.request.post(paths.admin.login, {
    form: { email, password },
    headers: { origin: product.url },
    maxRedirects: 0,
  });
  if (answer.status() !== 303) throw new Error(`could not sign in: ${answer.status()}`);
  return account;
}
