import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';

test.describe('theme', () => {
  const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
  const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const choose = (page: Page, name: string) => page.locator('header').getByRole('button', { name }).first().click();

  test('is light until chosen, on a dark device too; system follows the device', async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, paths.home, javaScriptEnabled!);
    expect(await theme(page)).toBe('light');
    const light = await ground(page);
    await choose(page, 'System theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'system');
    await expect.poll(() => ground(page)).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => ground(page)).toBe(light);
  });

  test('chosen, is kept in a cookie over reloads and pages, and stays on the page', async ({
    page,
    context,
    javaScriptEnabled,
  }) => {
    await open(page, paths.services, javaScriptEnabled!);
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

  test('is kept in local storage under the key theme @js', async ({ page }) => {
    await open(page, paths.home, true);
    await choose(page, 'Dark theme');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  });

  test('does not flash: the first paint has the chosen theme already', async ({ page, context, product }) => {
    await context.addCookies([{ name: 'theme', value: 'dark', url: product.url }]);
    const answer = await page.goto(paths.home);
    expect(await answer!.text()).toMatch(/^<!DOCTYPE html><html[^>]* data-theme="dark"/);
    const dark = await ground(page);
    expect(dark).not.toBe('rgb(255, 255, 255)');
  });
});
