import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { hasScripts, openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password');
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' });
const alert = (page: Page) => page.getByRole('alert');

test('the login page says whom it is for and has required fields of the right kind', async ({ page }) => {
  await page.goto(paths.admin.login);
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible();
  await expect(page.getByText('Admins and Editors Only')).toBeVisible();
  await expect(email(page)).toHaveAttribute('type', 'email');
  await expect(email(page)).toHaveAttribute('required', '');
  await expect(email(page)).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(password(page)).toHaveAttribute('required', '');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await expectNoHorizontalScroll(page);
  await expectNoAxeViolations(page);
});

test('a signed-out visitor is led to it and from it to the dashboard', async ({ page, product }) => {
  const account = await makeAccount(product.sql, 'editor');
  await page.goto(paths.admin.services);
  await expect(page).toHaveURL(paths.admin.login);
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await signInButton(page).click();
  await expect(page).toHaveURL(paths.admin.dashboard);
  await expect(page.getByText(`Welcome, ${account.email}`)).toBeVisible();
  await page.goto(paths.admin.login); // already signed in
  await expect(page).toHaveURL(paths.admin.dashboard);
});

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

test('an empty sign-in gets the one text as well', async ({ page }) => {
  await page.goto(paths.admin.login);
  for (const [address, word] of [
    ['', ''],
    ['someone@example.com', ''],
    [' ', 'a password'],
  ] as const) {
    await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await email(page).fill(address);
    await password(page).fill(word);
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await signInButton(page).click();
    expect((await answered).status()).toBe(400);
    await expect(alert(page)).toHaveText('Invalid email or password');
  }
});

test('the button says that it is working @js', async ({ page }) => {
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

test('too many failures are turned away for a while', async ({ page, product }) => {
  const { email: address } = await makeAccount(product.sql, 'viewer');
  for (let n = 0; n < 10; n++) {
    const answer = await page.request.post(paths.admin.login, {
      form: { email: address, password: 'wrong' },
      headers: { origin: product.url },
    });
    expect(answer.status()).toBe(401);
  }
  await page.goto(paths.admin.login);
  await email(page).fill(address);
  await password(page).fill('wrong again');
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await signInButton(page).click();
  expect((await answered).status()).toBe(429);
  await expect(alert(page)).toHaveText('You have tried too many times. Please wait a few minutes and try again.');
});

test('an account without a role record is told so, in the words of the specification, and can sign out', async ({
  page,
  product,
}) => {
  await signIn(page, product, null);
  const answer = await page.goto(paths.admin.dashboard);
  expect(answer!.status()).toBe(403);
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText("Your account doesn't have the required permissions.")).toBeVisible();
  await expect(page.getByText('Please contact an administrator.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(paths.home);
  await page.goto(paths.admin.dashboard);
  await expect(page).toHaveURL(paths.admin.login);
});

test('a rank that is too low leads back to the dashboard', async ({ page, product }) => {
  await signIn(page, product, 'viewer');
  for (const path of [paths.admin.services, paths.admin.pages(), paths.admin.messages, paths.admin.maintenance]) {
    await page.goto(path);
    await expect(page).toHaveURL(paths.admin.dashboard);
  }
});

test('Logout signs out and goes to the home page', async ({ page, product }) => {
  await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.dashboard);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.home);
  await page.goto(paths.admin.dashboard);
  await expect(page).toHaveURL(paths.admin.login);
});

test('signing out in one tab reaches the others @js', async ({ page, product, context }) => {
  await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.dashboard);
  const other = await context.newPage();
  await openAdmin(other, paths.admin.account);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(paths.admin.login);
});

test('a sign-out that was refused is not taken for one @js', async ({ page, product, context, errors }) => {
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

test('a page whose session ended elsewhere notices when it is come back to, or within 30 s @js', async ({
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

test('a changed role reaches an open page @js', async ({ page, product }) => {
  const { accountId: id } = await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.account);
  await product.sql("update users set role = 'editor' where id = $1", [id]);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('link', { name: 'Manage Services' })).toBeVisible();
});

test('staff change their own password', async ({ page, product }) => {
  const account = await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.dashboard);
  await page.getByRole('link', { name: 'Account' }).click();
  const current = page.getByLabel('Current password');
  const next = page.getByLabel('New password');
  await current.fill(account.password);
  await next.fill('Password123');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('This password is too easy to guess. Please choose another.')).toBeVisible();
  await expect(next).toHaveAttribute('aria-invalid', 'true');
  await expectNoAxeViolations(page);
  await current.fill(account.password);
  await next.fill('nine wet shackles');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password changed successfully')).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(page).toHaveURL(paths.admin.account);
});

test('a password change that gets no answer says so and keeps what was typed @js', async ({
  page,
  product,
  errors,
}) => {
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

test('the account page fits a phone and has no accessibility violation', async ({ page, product }) => {
  await signIn(page, product, 'editor');
  await openAdmin(page, paths.admin.account);
  await expectNoHorizontalScroll(page);
  await expectNoAxeViolations(page);
  await expect(page.getByLabel('Show passwords')).toHaveCount((await hasScripts(page)) ? 1 : 0);
});
