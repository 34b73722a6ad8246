import { expect, type Page, type Response } from '@playwright/test';
import { paths } from '#app/paths.ts';
import type { Role } from '#app/staff/staff.schema.ts';
import type { ProductUnderTest } from './fixtures.ts';

/** Whether scripts run in this page. */
export const hasScripts = (page: Page) => page.evaluate(() => matchMedia('(scripting: enabled)').matches);

/** Makes an account and signs the browser in to it, without opening a page. @returns its e-mail and password */
export async function enter(page: Page, product: ProductUnderTest, role: Role | null) {
  const account = await product.createAccount({ role });
  const { email, password } = account;
  const answer = await page.request.post(paths.admin.login, {
    form: { email, password },
    headers: { origin: product.url },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  return account;
}

/** Opens a page of the admin area and waits until its scripts, where they run, have taken it over. */
export async function openAdmin(page: Page, path: string): Promise<Response> {
  const answer = await page.goto(path);
  await waitForShell(page);
  return answer!;
}

/** Waits for the shell's scripts, which replace the link to the menu by a button. */
export async function waitForShell(page: Page): Promise<void> {
  if (await hasScripts(page)) await expect(page.locator('header button[aria-haspopup="dialog"]')).toBeAttached();
}
