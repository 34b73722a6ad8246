import { expect, type Page, type Response } from '@playwright/test';

export async function openAdmin(page: Page, path: string): Promise<Response> {
  const answer = await page.goto(path);
  await waitForShell(page);
  return answer!;
}

/** Waits for the shell's scripts, which replace the menu's link by a button. */
export const waitForShell = (page: Page): Promise<void> =>
  expect(page.locator('header button[aria-haspopup="dialog"]')).toBeAttached();

export const menuOf = (page: Page, title: string) => page.locator('summary', { hasText: `More: ${title}` });
export const openMenu = (page: Page, title: string): Promise<void> => menuOf(page, title).press('Enter');

export const editLinkOf = (page: Page, key: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(key, { exact: true }) })
    .getByRole('link', { name: /^Edit / });
