import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password');
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' });
const alert = (page: Page) => page.getByRole('alert');

test('wrong credentials are refused in an alert, whatever was wrong, and the e-mail stays', async ({
  page,
  product,
}) => {
  const account = await makeAccount(product.sql, 'viewer');
  await page.goto(paths.admin.login);
  for (const each of [account.email, 'nobody@example.com']) {
    await email(page).fill(each);
    await password(page).fill('not the password');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await signInButton(page).click();
    expect((await answered).status()).toBe(401);
    await expect(alert(page)).toHaveText('Invalid email or password');
    await expect(email(page)).toHaveValue(each);
  }
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);
});

test('the button says that it is working', async ({ page }) => {
  await page.goto(paths.admin.login, { waitUntil: 'networkidle' });
  await page.route('**/admin/login.data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await email(page).fill('nobody@example.com');
  await password(page).fill('not the password');
  await signInButton(page).click();
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled();
  await expect(alert(page)).toBeVisible();
  await expect(signInButton(page)).toBeEnabled();
});

test('signing out in one tab reaches the others', async ({ page, product, context }) => {
  await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.dashboard);
  const other = await context.newPage();
  await openAdmin(other, paths.admin.account);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(paths.admin.login);
});

test('a sign-out that was refused is not taken for one', async ({ page, product, context, errors }) => {
  errors.expect(/503/);
  await signIn(page, product, 'viewer');
  const other = await context.newPage();
  await openAdmin(other, paths.admin.account);
  await openAdmin(page, paths.admin.dashboard);
  await page.route(`**${paths.logout}`, (route) => route.fulfill({ status: 503, body: 'not just now' }));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('not just now')).toBeVisible();
  await expect(other).toHaveURL(paths.admin.account);
  await other.reload();
  await expect(other).toHaveURL(paths.admin.account);
});

test('a page whose session ended elsewhere notices when it is come back to, or within 30 s', async ({
  page,
  product,
}) => {
  await page.clock.install();
  const { accountId: id } = await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.dashboard);
  await page.clock.runFor(31_000);
  await expect(page).toHaveURL(paths.admin.dashboard);
  await product.sql('delete from sessions where account_id = $1', [id]);
  await page.clock.runFor(31_000);
  await expect(page).toHaveURL(paths.admin.login);

  const { accountId: again } = await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.dashboard);
  await product.sql('delete from sessions where account_id = $1', [again]);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page).toHaveURL(paths.admin.login);
});

test('a changed role reaches an open page', async ({ page, product }) => {
  const { accountId: id } = await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.account);
  await product.sql("update users set role = 'editor' where id = $1", [id]);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('link', { name: 'Manage Services' })).toBeVisible();
});

test('a password change that gets no answer says so and keeps what was typed', async ({ page, product, errors }) => {
  errors.expect(/ERR_FAILED/);
  const { password: old } = await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.account);
  await page.route(/account\.data/, (route) => route.abort());
  await page.getByLabel('Current password').fill(old);
  await page.getByLabel('New password').fill('nine wet shackles');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(alert(page).filter({ hasText: 'Failed to change password' })).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('nine wet shackles');
});
