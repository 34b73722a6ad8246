import type { Locator } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

test('on a phone the top bar is one row, and the menu holds welcome, theme and account', async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { email } = await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  const bar = page.getByRole('banner');
  expect((await bar.boundingBox())!.height).toBeLessThan(64);
  expect((await bar.locator('[data-role]').boundingBox())!.height).toBeLessThan(30); // on one line
  await expect(bar.getByText(email)).toBeHidden();
  await bar.getByLabel('Open menu').click();
  const menu = page.locator('#sidebar');
  await expect(menu.getByText(email)).toBeVisible();
  await expect(menu.getByText('Welcome,')).toBeVisible();
  await expectNoAxeViolations(page);
  await menu.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await menu.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(paths.admin.account);
  await expectNoHorizontalScroll(page);
});

test('wide screens keep welcome, theme and account in the top bar alone', async ({ page, product }) => {
  const { email } = await signIn(page, product, 'editor');
  await openAdmin(page, paths.admin.dashboard);
  await expect(page.getByRole('banner').getByText(`Welcome, ${email}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dark theme' })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Account' })).toHaveCount(1);
  await expect(page.getByRole('link', { name: /\S, public site$/ })).toHaveCount(1);
});

test('the cards of the dashboard are named by what they count', async ({ page, product }) => {
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  const cards = page.getByRole('region', { name: 'Statistics' });
  await expect(cards.getByRole('link', { name: /^Services \d+ Active services$/ })).toBeVisible();
  await expect(cards.getByRole('link', { name: /^Messages \d+ Contact inquiries$/ })).toBeVisible();
  await expect(cards.getByRole('link', { name: 'Your Role admin Access level' })).toBeVisible();
});

test('in colours of the device the switch has its knob and current choices are marked', async ({ page, product }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  const ground = (element: Locator, pseudo?: string) =>
    element.evaluate((node, which) => getComputedStyle(node, which).backgroundColor, pseudo);
  const toggle = page.getByRole('switch');
  const track = page.locator('.switch');
  expect(await ground(track, '::after')).not.toBe(await ground(track));
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-checked', 'true');
  expect(await ground(track, '::after')).not.toBe(await ground(track));
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  expect(await ground(link('Dashboard Home'))).not.toBe(await ground(link('Manage Pages')));
  const theme = (name: string) => page.getByRole('button', { name });
  expect(await ground(theme('Light theme'))).not.toBe(await ground(theme('Dark theme')));
  await link('Manage Pages').click();
  expect(await ground(link('about'))).not.toBe(await ground(link('home')));
});
