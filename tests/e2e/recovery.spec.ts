import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import type { ProductUnderTest } from '../support/fixtures.ts';
import { mailsIn, unfolded } from '../support/outbox.ts';
import { makeSession } from '../support/session.ts';
import { signIn, signInByForm } from '../support/signed-in.ts';
import { open } from '../support/site-page.ts';

const NEW = 'nine wet shackles';
const email = (page: Page) => page.getByLabel('Email');
const newPassword = (page: Page) => page.getByLabel('New password');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The link in the newest mail that somebody got. */
async function linkFor(product: ProductUnderTest, address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(() => {
      const isTheirs = (mail: string) => mail.includes(`To: ${address}`) && mail.includes('/admin/reset/');
      const text = mailsIn(product.dataDir).find(isTheirs) ?? '';
      link = /\/admin\/reset\/[\w-]{43}/.exec(unfolded(text))?.[0];
      return link;
    })
    .toBeDefined();
  return link!;
}

/** Moves on by Tab until something has the focus. */
async function tabTo(page: Page, target: ReturnType<typeof email>): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let n = 0; n < 15 && !(await isThere()); n++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('whoever has forgotten their password chooses a new one, by keyboard alone', async ({ page, product }) => {
  const account = await makeAccount(product.sql, 'viewer');
  await open(page, paths.admin.login);
  await tabTo(page, page.getByRole('link', { name: 'Forgot your password?' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Forgotten Password')).toBeVisible();
  await tabTo(page, email(page));
  await page.keyboard.type('no address');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(email(page)).toHaveValue('no address');
  await expect(page).toHaveTitle('Error: Forgotten Password');
  await expectNoAxeViolations(page);
  await email(page).fill(account.email);
  await email(page).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'No Mail Is Sent')).toBeVisible();
  await expect(page).toHaveURL(paths.admin.forgotSent);
  await expect(page).toHaveTitle('No Mail Is Sent');

  await open(page, await linkFor(product, account.email));
  await expect(heading(page, 'New Password')).toBeVisible();
  await expect(page.getByText(`For ${account.email}.`)).toBeVisible();
  await tabTo(page, newPassword(page));
  await page.keyboard.type('Password123');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('This password is too easy to guess. Please choose another.')).toBeVisible();
  await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveTitle('Error: New Password');
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await expect(page.getByLabel('Show passwords')).toBeVisible();
  await newPassword(page).fill(NEW);
  await newPassword(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.admin.login);
  await expect(page.getByText('Password changed successfully')).toBeVisible();
  await signInByForm(page, { email: account.email, password: NEW });
  await expect(page).toHaveURL(paths.admin.dashboard);
});

test('staff see where they are signed in, and end what should not be', async ({ page, product }) => {
  const { accountId, password } = await signIn(page, product, 'viewer');
  for (let n = 0; n < 2; n++) await makeSession(product.sql, accountId, 'viewer');
  const left = () => product.sql('select 1 from sessions where account_id = $1', [accountId]);
  await openAdmin(page, paths.admin.account);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await sessions.getByRole('button', { name: 'End the session of Chrome on Linux' }).first().click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('heading', { name: 'Sessions' })).toBeFocused();
  await product.sql('update sessions set password_at = null where account_id = $1', [accountId]); // long ago
  await openAdmin(page, paths.admin.account);
  const given = sessions.getByLabel('Your password');
  await given.fill(password);
  await given.press('Enter'); // which presses no button that ends one
  expect(await left()).toHaveLength(2);
});
