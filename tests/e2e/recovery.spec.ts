import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { openAdmin } from '../support/admin-page.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  test,
  type ProductUnderTest,
} from '../support/fixtures.ts';
import { mailsIn, unfolded } from '../support/outbox.ts';
import { signIn } from '../support/signed-in.ts';

const NEW = 'nine wet shackles';
const email = (page: Page) => page.getByLabel('Email');
const newPassword = (page: Page) => page.getByLabel('New password');
const sendLink = (page: Page) => page.getByRole('button', { name: 'Send Link' });
const change = (page: Page) => page.getByRole('button', { name: 'Change Password' });
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
  await page.goto(paths.admin.login, { waitUntil: 'networkidle' });
  await tabTo(page, page.getByRole('link', { name: 'Forgot your password?' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Forgotten Password')).toBeVisible();
  await tabTo(page, email(page));
  await page.keyboard.type(account.email);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'No Mail Is Sent')).toBeVisible();
  await expect(page).toHaveURL(paths.admin.forgotSent);
  await expect(page).toHaveTitle('No Mail Is Sent');

  await page.goto(await linkFor(product, account.email), { waitUntil: 'networkidle' });
  await expect(heading(page, 'New Password')).toBeVisible();
  await expect(page.getByText(`For ${account.email}.`)).toBeVisible();
  await tabTo(page, newPassword(page));
  await page.keyboard.type(NEW);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.admin.login);
  await expect(page.getByText('Password changed successfully')).toBeVisible();
  await email(page).fill(account.email);
  await page.getByLabel('Password').fill(NEW);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(paths.admin.dashboard);
});

test('what is wrong is said at the field, and what was typed stays', async ({ page, product }) => {
  await page.goto(paths.admin.forgot, { waitUntil: 'networkidle' });
  await email(page).fill('no address');
  await sendLink(page).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(email(page)).toHaveValue('no address');
  await expect(page).toHaveTitle('Error: Forgotten Password');
  await expectNoAxeViolations(page);

  const account = await makeAccount(product.sql, 'viewer');
  await email(page).fill(account.email);
  await sendLink(page).click();
  await expect(heading(page, 'No Mail Is Sent')).toBeVisible();
  await page.goto(await linkFor(product, account.email), { waitUntil: 'networkidle' });
  await newPassword(page).fill('Password123');
  await change(page).click();
  await expect(page.getByText('This password is too easy to guess. Please choose another.')).toBeVisible();
  await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveTitle('Error: New Password');
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await expect(page.getByLabel('Show passwords')).toBeVisible();
});

test('staff see where they are signed in, and end what should not be', async ({ page, product }) => {
  const { accountId, email: address, password } = await signIn(page, product, 'viewer');
  const signInWith = async (userAgent: string) => {
    const answer = await fetch(product.url + paths.admin.login, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: product.url, 'User-Agent': userAgent },
      body: new URLSearchParams({ email: address, password }),
    });
    expect(answer.status).toBe(303);
  };
  await signInWith('Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0');
  await signInWith('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0');
  await signInWith('curl/8.0');
  const left = async () =>
    (
      await product.sql<{ device: string }>('select device from sessions where account_id = $1 order by id', [
        accountId,
      ])
    ).map(({ device }) => device);
  await openAdmin(page, paths.admin.account);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(4);
  await expect(sessions.getByRole('listitem').first()).toContainText('(this device)');
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await sessions.getByRole('button', { name: 'End the session of Firefox on Windows' }).click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(page).toHaveURL(paths.admin.account);
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expect(sessions.getByRole('heading', { name: 'Sessions' })).toBeFocused();
  expect((await left()).slice(1)).toEqual(['Firefox on Android', 'Unknown device']);
  await product.sql('update sessions set password_at = null where account_id = $1', [accountId]); // long ago
  await openAdmin(page, paths.admin.account);
  await sessions.getByLabel('Your password').fill(password);
  await sessions.getByLabel('Your password').press('Enter'); // which presses no button that ends one
  await sessions.getByLabel('Your password').fill('wrong');
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await expect(sessions.getByLabel('Your password')).toHaveAccessibleDescription(/This is not your current password/);
  expect(await left()).toHaveLength(3);
  await sessions.getByLabel('Your password').fill(password);
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('All other sessions ended')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('button')).toHaveCount(0);
  expect(await left()).toHaveLength(1);
});
