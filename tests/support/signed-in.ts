import type { Page } from '@playwright/test';
import type { Role } from '#app/accounts/staff.schema.ts';
import { makeAccount, type Account } from './accounts.ts';
import type { ProductUnderTest } from './fixtures.ts';
import { makeSession } from './session.ts';

type Site = Pick<ProductUnderTest, 'url' | 'sql'>;

export async function signIn(page: Page, { url, sql }: Site, role: Role | null, as?: string): Promise<Account> {
  const account = await makeAccount(sql, role, as);
  const value = await makeSession(sql, account.accountId, role);
  await page.context().addCookies([{ name: 'session', value, url, httpOnly: true, sameSite: 'Lax' }]);
  return account;
}

export async function signInByForm(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
