import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';

test.describe('theme', () => {
  const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
  const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const choose = (page: Page, name: string) => page.locator('header').getByRole('button', { name }).first().click();

  test('is light until chosen, on a dark device too; system follows the device', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, paths.home);
    expect(await theme(page)).toBe('light');
    const light = await ground(page);
    await choose(page, 'System theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'system');
    await expect.poll(() => ground(page)).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => ground(page)).toBe(light);
  });

  test('chosen, is kept in a cookie over reloads and pages, and stays on the page', async ({ page, context }) => {
    await open(page, paths.services);
    await choose(page, 'Dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page).toHaveURL(paths.services);
    await expect(page.locator('header').getByRole('button', { name: 'Dark theme' }).first()).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'theme')?.value).toBe('dark');
    await page.goto(paths.about);
    expect(await theme(page)).toBe('dark');
  });

  test('is kept in local storage under the key theme', async ({ page }) => {
    await open(page, paths.home);
    await choose(page, 'Dark theme');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  });
});
