import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { hold, open } from '../support/site-page.ts';
import { signIn, signInByForm } from '../support/signed-in.ts';

test('the button says that it works; what is wrong is said in an alert, and the e-mail stays', async ({ page }) => {
  await open(page, paths.admin.login);
  const answer = await hold(page, '**/admin/login.data*');
  await signInByForm(page, { email: 'nobody@example.com', password: 'not the password' });
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled();
  answer();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);
});

test('signing out reaches other tabs and clears the device', async ({ page, product, context, errors }) => {
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

  await page.unrouteAll();
  await openAdmin(page, paths.admin.dashboard);
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(paths.admin.dashboard);
  await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.setItem('draft', 'kept')));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.home);
  await expect(other).toHaveURL(paths.admin.login);
  const kept = () => [localStorage, sessionStorage].map((storage) => storage.getItem('draft'));
  expect(await page.evaluate(kept)).toEqual([null, null]);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a page notices the end of its session within 30 s, and a changed role on return', async ({ page, product }) => {
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
  await product.sql("update users set role = 'editor' where id = $1", [again]);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('link', { name: 'Manage Services' })).toBeVisible();
});
