import type { Locator, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { hashToken } from '#app/accounts/account-tokens.server.ts';
import { makeAccount, type Account } from '../support/accounts.ts';
import { hasScripts, openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test as base } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { mailsIn, unfolded } from '../support/outbox.ts';
import { signIn } from '../support/signed-in.ts';

const { admin } = paths;
const EMAIL = 'chris.joseph@example.com';
const STRONG = 'seven tall cranes lift 9 t';

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
  if (await hasScripts(page)) await expect(page.locator('#headlessui-portal-root')).toBeAttached();
  const found = page.getByRole('dialog', { name });
  await expect(found.getByRole('heading', { name })).toBeVisible();
  return found;
};

test('somebody is invited, chooses a password and is in', async ({ page, product, boss, browser }) => {
  expect(boss.email).toBe('boss@example.com');
  await openAdmin(page, admin.dashboard);
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Manage Staff' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Staff' })).toBeVisible();
  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  const form = await dialog(page, 'Invite Staff');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Role')).toHaveAccessibleDescription(/Please choose a role/);
  await expectNoAxeViolations(page);
  await form.getByLabel('Email').fill(EMAIL);
  await form.getByLabel('Role').selectOption('editor');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation kept in the outbox, not mailed')).toBeVisible();
  await expect(rowOf(page, EMAIL)).toContainText('Invited until');

  const mail = await mailTo(product.dataDir, EMAIL);
  const link = /\/admin\/invite\/[\w-]{43}/.exec(mail)![0];
  const { javaScriptEnabled } = test.info().project.use;
  const theirs = await (await browser.newContext({ baseURL: product.url, javaScriptEnabled })).newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Choose Your Password' })).toBeVisible();
  await expect(theirs.getByText(EMAIL)).toBeVisible();
  await theirs.getByLabel('New password').fill('Password123');
  await theirs.getByRole('button', { name: 'Save and Sign In' }).click();
  await expect(theirs.getByLabel('New password')).toHaveAccessibleDescription(/too easy to guess/);
  await expect(theirs).toHaveTitle(/^Error: /);
  await expectFits(theirs);
  await expectNoAxeViolations(theirs);
  await theirs.getByLabel('New password').fill(STRONG);
  await theirs.getByRole('button', { name: 'Save and Sign In' }).click();
  await expect(theirs).toHaveURL(admin.dashboard);
  await expect(theirs.getByText('Your password is set, and you are signed in')).toBeVisible();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { level: 1, name: 'This Link No Longer Works' })).toBeVisible();
  await expectFits(theirs);
  await expectNoAxeViolations(theirs);
  await theirs.context().close();
  await openAdmin(page, admin.staff);
  await expect(rowOf(page, EMAIL)).toContainText('Active');
});

test('an invitation is sent again, as what it was, and revoked', async ({ page, product, boss }) => {
  expect(boss.email).toBe('boss@example.com');
  await product.sql(
    `insert into account_tokens (token_hash, purpose, email, facts, expires_at)
     values ($1, 'invite', $2, '{"role":"viewer"}', now() - interval '1 day')`,
    [hashToken('late'), EMAIL],
  );
  await openAdmin(page, admin.staff);
  await expect(rowOf(page, EMAIL)).toContainText('Invitation expired');
  await expectFits(page);
  await page.getByRole('link', { name: `Invite Again: ${EMAIL}` }).click();
  const form = await dialog(page, 'Invite Staff');
  await expect(form.getByLabel('Email')).toHaveValue(EMAIL);
  await expect(form.getByLabel('Role')).toHaveValue('viewer');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(rowOf(page, EMAIL)).toContainText('Invited until');
  await page.getByRole('button', { name: `Revoke: ${EMAIL}` }).click();
  await expect(page.getByText(`Invitation of ${EMAIL} revoked`)).toBeVisible();
  await expect(rowOf(page, EMAIL)).toHaveCount(0);
});

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

test('a colleague is deactivated, reactivated and removed', async ({ page, colleague, product }) => {
  await openAdmin(page, admin.staff);
  const row = rowOf(page, colleague.email);
  await page.getByRole('button', { name: `Deactivate: ${colleague.email}` }).click();
  await expect(page.getByText(`${colleague.email} deactivated`)).toBeVisible();
  await expect(row).toContainText('Deactivated');
  await openAdmin(page, admin.staff); // a second press at one place within half a second is none
  await page.getByRole('button', { name: `Reactivate: ${colleague.email}` }).click();
  await expect(page.getByText(`${colleague.email} reactivated`)).toBeVisible();
  await expect(row).toContainText('Active');
  await page.getByRole('link', { name: `Remove: ${colleague.email}` }).click();
  const question = await dialog(page, 'Remove Account');
  await expect(question.getByRole('link', { name: 'Cancel' })).toBeFocused();
  await expectNoAxeViolations(page);
  await expectFits(page);
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(`${colleague.email} removed`)).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await product.sql('select 1 from accounts where id = $1', [colleague.accountId])).toEqual([]);
});

test('a change by somebody who is no admin any more is refused, and says why', async ({
  page,
  product,
  boss,
  colleague,
}) => {
  await openAdmin(page, admin.changeRole(boss.accountId));
  const form = await dialog(page, 'Change Role');
  await form.getByLabel('Role').selectOption('viewer');
  await form.getByRole('button', { name: 'Change Role' }).click();
  await expect(form.getByText('This is the last active admin')).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await product.sql("update users set role = 'admin' where id = $1", [colleague.accountId]);
  await form.getByRole('button', { name: 'Change Role' }).click();
  await expect(form.getByText('your own account')).toBeVisible();
  await expect(form.getByLabel('Role')).toHaveValue('viewer');
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
  if (await hasScripts(page)) {
    await expect(page).toHaveURL(admin.staff);
    await expect(page.getByRole('link', { name: `Remove: ${colleague.email}` })).toBeFocused();
  } else await openAdmin(page, admin.staff);
  await expectFits(page);
  await expectNoAxeViolations(page);
});

test('whoever is deactivated is turned away at the next step of their open page', async ({
  page,
  product,
  boss,
  colleague,
}) => {
  expect(boss.email).not.toBe(colleague.email);
  await signIn(page, product, 'editor', 'leaving@example.com');
  await openAdmin(page, admin.services);
  await product.sql("update accounts set deactivated_at = now() where email = 'leaving@example.com'");
  await page.getByRole('link', { name: 'Add Service' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible();
});

test('the first password is told of on every page until it is changed', async ({ page, product, boss }) => {
  await product.sql('update accounts set has_first_password = true where id = $1', [boss.accountId]);
  await openAdmin(page, admin.services);
  const strip = page.getByRole('complementary', { name: 'First password' });
  await expect(strip).toContainText('printed at the first start');
  await expectFits(page);
  await expectNoAxeViolations(page);
  await strip.getByRole('link', { name: 'Change it now' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect(strip).toBeVisible();
  await page.getByLabel('Current password').fill(boss.password);
  await page.getByLabel('New password').fill(STRONG);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password changed successfully')).toBeVisible();
  await expect(strip).toHaveCount(0);
});

/** The mail to an address, from the outbox, its lines made whole. */
async function mailTo(dataDir: string, email: string): Promise<string> {
  const found = () =>
    mailsIn(dataDir)
      .map(unfolded)
      .filter((text) => text.includes(email) && text.includes('/admin/invite/'));
  await expect.poll(() => found().length, { timeout: 20_000 }).toBeGreaterThan(0);
  return found().at(-1)!;
}
