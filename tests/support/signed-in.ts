import type { Page } from '@playwright/test';
import type { Role } from '#app/accounts/staff.schema.ts';
import { makeAccount, type Account } from './accounts.ts';
import { add, emptyTables } from './content.ts';
import type { ProductUnderTest } from './fixtures.ts';
import { makeSession } from './session.ts';

type Site = Pick<ProductUnderTest, 'url' | 'sql'>;

export async function signIn(page: Page, { url, sql }: Site, role: Role | null, as?: string): Promise<Account> {
  const account = await makeAccount(sql, role, as);
  const value = await makeSession(sql, account.accountId, role);
  await page.context().addCookies([{ name: 'session', value, url, httpOnly: true, sameSite: 'Lax' }]);
  return account;
}

type Added = Parameters<typeof add>;
/** Signs in an admin whose inbox holds these messages alone, whose ids count from 1. */
export async function signInToInbox(page: Page, site: Site, rows?: Added[2], row?: Added[3]): Promise<Account> {
  await emptyTables(site.sql, 'messages');
  await add(site.sql, 'messages', rows, row);
  return signIn(page, site, 'admin');
}

export async function signInByForm(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
