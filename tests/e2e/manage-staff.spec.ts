import type { Locator, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { makeAccount, type Account } from '../support/accounts.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test as base } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signIn } from '../support/signed-in.ts';

const { admin } = paths;

/** An admin, and a colleague of a rather long name. */
const test = base.extend<{ boss: Account; colleague: Account }>({
  boss: async ({ page, product }, use) => {
    await product.sql('delete from account_tokens');
    await product.sql('delete from accounts');
    await use(await signIn(page, product, 'admin', 'boss@example.com'));
  },
  colleague: async ({ product, boss }, use) => {
    expect(boss.email).toBe('boss@example.com');
    await use(await makeAccount(product.sql, 'editor', 'anna-maria.ramkissoon-fitzgerald@rigging.example.com'));
  },
});

const rowOf = (page: Page, email: string): Locator =>
  page.getByRole('list', { name: 'Staff' }).getByRole('listitem').filter({ hasText: email });
const dialog = async (page: Page, name: string): Promise<Locator> => {
  await expect(page.locator('#headlessui-portal-root')).toBeAttached();
  const found = page.getByRole('dialog', { name });
  await expect(found.getByRole('heading', { name })).toBeVisible();
  return found;
};

test('a role is changed, and one that somebody else has changed meanwhile is shown first', async ({
  page,
  product,
  colleague,
}) => {
  await openAdmin(page, admin.staff);
  await page.getByRole('link', { name: `Change Role: ${colleague.email}` }).click();
  const form = await dialog(page, 'Change Role');
  await expect(form.getByLabel('Role')).toHaveValue('editor');
  await form.getByLabel('Role').selectOption('viewer');
  await product.sql("update users set role = 'admin' where id = $1", [colleague.accountId]);
  await form.getByRole('button', { name: 'Change Role' }).click();
  await expect(page.getByText('Changed by someone else').first()).toBeVisible();
  await expect(form).toContainText('has the role admin');
  await expect(form.getByLabel('Role')).toHaveValue('viewer');
  await expectNoAxeViolations(page);
  await expectFits(page);
  await form.getByRole('button', { name: 'Change Role' }).click();
  await expect(page.getByText(`${colleague.email} is now viewer`)).toBeVisible();
  await expect(rowOf(page, colleague.email)).toContainText('viewer');
});

test('the list is found by keyboard, fits every screen and has no accessibility violation', async ({
  page,
  colleague,
}) => {
  await openAdmin(page, admin.staff);
  await expect(rowOf(page, 'boss@example.com')).toContainText('This is you.');
  await expect(rowOf(page, 'boss@example.com').getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: 'Invite', exact: true }).focus();
  for (const name of ['Change Role', 'Deactivate', 'Remove']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(`${name}: ${colleague.email}`);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(admin.removeStaff(colleague.accountId));
  await dialog(page, 'Remove Account');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(admin.staff);
  await expect(page.getByRole('link', { name: `Remove: ${colleague.email}` })).toBeFocused();
  await expectFits(page);
  await expectNoAxeViolations(page);
});
