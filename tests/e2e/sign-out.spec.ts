import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

test('signing out takes from the device what was kept there, drafts included, and leaves the theme', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.dashboard);
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(paths.admin.dashboard);
  await page.evaluate(() => {
    localStorage.setItem('a-draft', 'kept');
    sessionStorage.setItem('a-draft', 'kept');
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.home);
  const kept = () => [localStorage.getItem('a-draft'), sessionStorage.getItem('a-draft')];
  expect(await page.evaluate(kept)).toEqual([null, null]);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
