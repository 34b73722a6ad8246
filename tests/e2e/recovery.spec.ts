import type { Locator, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { addToken, makeAccount } from '../support/accounts.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { makeSession } from '../support/session.ts';
import { signIn } from '../support/signed-in.ts';
import { open } from '../support/site-page.ts';

async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let n = 0; n < 15 && !(await isThere()); n++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('a user who has forgotten their password chooses a new one, by keyboard alone', async ({ page, product }) => {
  const account = await makeAccount(product.sql, 'viewer');
  await open(page, paths.admin.login);
  await tabTo(page, page.getByRole('link', { name: 'Forgot your password?' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.admin.forgot);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('no address');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('no address');
  await expect(page).toHaveTitle('Error: Forgotten Password');
  await expectNoAxeViolations(page);
  await page.getByLabel('Email').fill(account.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.admin.forgotSent);
  await expect(page).toHaveTitle('No Mail Is Sent');

  await addToken(product.sql, 'reset', account, 'a-token-as-mailed');
  await open(page, paths.admin.reset('a-token-as-mailed'));
  const newPassword = page.getByLabel('New password');
  await tabTo(page, newPassword);
  await page.keyboard.type('Password123');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This password is too easy to guess. Please choose another.')).toBeVisible();
  await expect(newPassword).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveTitle('Error: New Password');
  await expectNoAxeViolations(page);
  await expectFits(page);
  await expect(page.getByLabel('Show passwords')).toBeVisible();
  await newPassword.fill('nine wet shackles');
  await newPassword.press('Enter');
  await expect(page).toHaveURL(paths.admin.login);
  await expect(page.getByText('Password changed successfully')).toBeVisible();
});

test('staff see where they are signed in, and end other sessions', async ({ page, product }) => {
  const { accountId, password } = await signIn(page, product, 'viewer');
  for (let n = 0; n < 2; n++) await makeSession(product.sql, accountId, 'viewer');
  await openAdmin(page, paths.admin.account);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await sessions.getByRole('button', { name: 'End the session of Chrome on Linux' }).first().click();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('heading', { name: 'Sessions' })).toBeFocused();
  await product.sql('update sessions set password_at = null where account_id = $1', [accountId]); // long ago
  await openAdmin(page, paths.admin.account);
  const given = sessions.getByLabel('Your password');
  await given.fill(password);
  await given.press('Enter'); // presses no button that ends a session
  await expect.poll(() => product.sql('select 1 from sessions where account_id = $1', [accountId])).toHaveLength(2);
});
