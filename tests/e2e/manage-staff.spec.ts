import type { Locator, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { menuOf, openAdmin } from '../support/admin-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { openedDialog } from '../support/manage-documents.ts';
import { signIn } from '../support/signed-in.ts';

const { admin } = paths;

const rowOf = (page: Page, email: string): Locator => page.getByRole('row').filter({ hasText: email });

test('staff are managed by keyboard, in colours of their roles', async ({ page, product }) => {
  await product.sql('delete from account_tokens; delete from accounts');
  await signIn(page, product, 'admin', 'boss@example.com');
  const colleague = await makeAccount(product.sql, 'editor', 'anna-maria.ramkissoon-fitzgerald@rigging.example.com');
  await makeAccount(product.sql, 'viewer');
  await openAdmin(page, admin.staff);
  const colourOf = (role: string) =>
    page
      .getByRole('main')
      .locator(`[data-role=${role}]`)
      .evaluate((badge) => getComputedStyle(badge).backgroundColor);
  const expected = ['rgb(180, 35, 24)', 'rgb(11, 34, 57)', 'rgb(232, 238, 244)'];
  expect([await colourOf('admin'), await colourOf('editor'), await colourOf('viewer')]).toEqual(expected);
  await expect(rowOf(page, 'boss@example.com')).toContainText('This is you.');
  await page.getByRole('link', { name: 'Invite', exact: true }).focus();
  const focused = page.locator(':focus');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName(`Change Role: ${colleague.email}`);
  await page.keyboard.press('Tab');
  await expect(menuOf(page, colleague.email)).toBeFocused();
  await page.keyboard.press('Enter');
  for (const name of ['Deactivate', 'Remove']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(`${name}: ${colleague.email}`);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(admin.removeStaff(colleague.accountId));
  await openedDialog(page, 'Remove Account');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(admin.staff);
  await expect(menuOf(page, colleague.email)).toBeFocused();

  await page.getByRole('link', { name: `Change Role: ${colleague.email}` }).click();
  const form = await openedDialog(page, 'Change Role');
  await form.getByLabel('Role').selectOption('viewer');
  await form.getByRole('button', { name: 'Change Role' }).click();
  await expect(page.getByText(`${colleague.email} is now viewer`)).toBeVisible();
  await expect(rowOf(page, colleague.email)).toContainText('viewer');
});
