import type { Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { paths } from '#app/paths.ts';
import { hasScripts, openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test, type ProductUnderTest } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { codeOf, wrongCode } from '../support/second-factor.ts';
import { signIn } from '../support/signed-in.ts';

const { admin } = paths;
const code = (page: Page) => page.getByLabel('Code', { exact: true });
const password = (page: Page) => page.getByLabel('Your password');
const turnOn = (page: Page) => page.getByRole('button', { name: 'Turn On' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' });
const codes = (page: Page) => page.getByRole('region', { name: 'Your recovery codes' });
const qr = (page: Page) => page.getByRole('img', { name: /^QR code/ });
const required = 'update settings set second_factor_for_admins = $1, version = version + 1';

test.afterAll(({ product }) => product.sql(required, [false]));

/** The key as a phone's camera reads it from the screen. */
async function scanned(page: Page): Promise<string> {
  const { data, info } = await sharp(await qr(page).screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return new URL(decodeQR({ width: info.width, height: info.height, data })).searchParams.get('secret')!;
}

/** Sets a second factor up, and gives its key and recovery codes. */
async function setUp(page: Page): Promise<{ key: string; recovery: string[] }> {
  await openAdmin(page, admin.secondFactor);
  const key = await scanned(page);
  await code(page).fill(codeOf(key));
  await turnOn(page).click();
  await expect(codes(page)).toBeVisible();
  return { key, recovery: await codes(page).getByRole('listitem').allTextContents() };
}

/** Signs out and gives the password again. */
async function givePassword(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.context().clearCookies();
  await page.goto(admin.login);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await signInButton(page).click();
  await expect(page).toHaveURL(admin.loginCode);
}
const forgetPassword = (product: ProductUnderTest, accountId: number) =>
  product.sql("update sessions set password_at = now() - interval '1 hour' where account_id = $1", [accountId]);

test('is set up from the account page with the key of the picture, and shows ten recovery codes', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'viewer');
  await openAdmin(page, admin.account);
  const section = page.getByRole('region', { name: 'Second factor' });
  await expect(section).toContainText('Off: your password alone signs you in.');
  await section.getByRole('link', { name: 'Set Up Second Factor' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Second factor' })).toBeVisible();
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  const key = await scanned(page);
  await expect(page.getByText(key.match(/.{4}/g)!.join(' '))).toBeVisible();
  await expectFits(page);
  await expectNoAxeViolations(page);
  await code(page).fill(wrongCode(key));
  await turnOn(page).click();
  await expect(code(page)).toHaveAccessibleDescription(/This is not the code\./);
  await expect(code(page)).toHaveValue(wrongCode(key));
  await expect(page).toHaveTitle(/^Error: /);
  expect(await scanned(page)).toBe(key);
  if (await hasScripts(page)) await expect(code(page)).toBeFocused();
  await code(page).fill(codeOf(key).replace(/^.../, '$& '));
  await page.keyboard.press('Enter');
  await expect(codes(page).getByRole('listitem')).toHaveCount(10);
  if (await hasScripts(page)) await expect(codes(page).getByRole('heading')).toBeFocused();
  await expect(page).toHaveTitle(/^Second factor/);
  await expectFits(page);
  await expectNoAxeViolations(page);
  await codes(page).getByRole('link', { name: 'I Have Kept Them' }).click();
  await expect(section).toContainText(/On since.*Recovery codes left10/);
  await expectNoAxeViolations(page);
});

test('has a picture that cameras read in the dark theme, too', async ({ page, product }) => {
  await signIn(page, product, 'viewer');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await openAdmin(page, admin.secondFactor); // anew: from wide to narrow the sidebar slides out over the picture
    await page.locator('html').evaluate((html) => void (html.dataset.theme = 'dark'));
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    expect(await scanned(page)).toMatch(/^[A-Z2-7]{32}$/);
  }
});

test('asks for the code after the password', async ({ page, product }) => {
  const account = await signIn(page, product, 'editor');
  const { key } = await setUp(page);
  await givePassword(page, account);
  await expect(page.getByText(account.email)).toBeVisible();
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expectFits(page);
  await expectNoAxeViolations(page);
  await code(page).fill(wrongCode(key));
  await page.keyboard.press('Enter');
  await expect(code(page)).toHaveAccessibleDescription(/wrong, or was used before\. 4 tries are left\./);
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);
  await code(page).fill(codeOf(key, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(admin.dashboard);
});

test('lets in by a recovery code, and leads back to the password after five wrong ones', async ({ page, product }) => {
  const account = await signIn(page, product, 'viewer');
  const { recovery } = await setUp(page);
  await givePassword(page, account);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  const field = page.getByLabel('Recovery code');
  await expect(field).toHaveAttribute('inputmode', 'text');
  await expectFits(page);
  await expectNoAxeViolations(page);
  for (const left of ['4 tries are', '3 tries are', '2 tries are', 'One try is']) {
    await field.fill('K7QM-2F9X-0000-0000');
    await signInButton(page).click();
    await expect(field).toHaveAccessibleDescription(new RegExp(`${left} left`));
    await expect(field).toHaveValue('K7QM-2F9X-0000-0000');
  }
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Please sign in with your password again.');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Sign In Again' }).click();
  await expect(page).toHaveURL(admin.login);
  await givePassword(page, account);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await field.fill(recovery[0]!.toLowerCase());
  await signInButton(page).click();
  await expect(page).toHaveURL(admin.dashboard);
  await openAdmin(page, admin.account);
  await expect(page.getByRole('region', { name: 'Second factor' })).toContainText('Recovery codes left9');
});

test('is changed and turned off with the password, when that was given some time ago', async ({ page, product }) => {
  const account = await signIn(page, product, 'viewer');
  await setUp(page);
  await openAdmin(page, admin.secondFactor);
  await expect(password(page)).toBeHidden();
  await forgetPassword(product, account.accountId);
  await page.getByRole('button', { name: 'Make New Codes' }).click();
  await expect(password(page)).toHaveAccessibleDescription(/Please enter your current password/);
  await expectNoAxeViolations(page);
  await password(page).fill(account.password);
  await page.getByRole('button', { name: 'Make New Codes' }).click();
  await expect(codes(page).getByRole('listitem')).toHaveCount(10);
  await forgetPassword(product, account.accountId);
  await openAdmin(page, admin.secondFactor);
  await expectFits(page);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Turn Off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn Off Second Factor' });
  await expect(dialog).toContainText('Your password alone will sign you in');
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Turn Off' }).click();
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/This is not your current password/);
  await dialog.getByLabel('Your password').fill(account.password);
  await dialog.getByRole('button', { name: 'Turn Off' }).click();
  await expect(page).toHaveURL(admin.account);
  await expect(page.getByText('Second factor turned off')).toBeVisible();
});

test('required for admins, it leads whoever requires it to set it up, and then on', async ({ page, product }) => {
  await product.sql(required, [false]);
  await signIn(page, product, 'admin');
  await openAdmin(page, admin.settings);
  await page.getByRole('checkbox', { name: 'Second factor required for admins' }).check();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page).toHaveURL(admin.secondFactor);
  await expect(page.getByText('Admins need a second factor here.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage Services' })).toBeHidden();
  await expectNoAxeViolations(page);
  await expectFits(page);
  await page.goto(admin.messages);
  await expect(page).toHaveURL(admin.secondFactor);
  await setUp(page);
  await page.goto(admin.messages);
  await expect(page).toHaveURL(admin.messages);
  await expect(page.getByRole('link', { name: 'Manage Services' })).toBeVisible();
});

test('of somebody else is reset after a question', async ({ page, product }) => {
  await product.sql(required, [false]);
  const owner = await signIn(page, product, 'viewer');
  await setUp(page);
  await page.context().clearCookies();
  await signIn(page, product, 'admin');
  await openAdmin(page, admin.resetSecondFactor(owner.accountId));
  const dialog = page.getByRole('dialog', { name: 'Reset Second Factor' });
  await expect(dialog).toContainText(`Are you sure you want to reset the second factor of ${owner.email}?`);
  await expectFits(page);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL(admin.staff);
  expect(await product.sql('select 1 from second_factors where account_id = $1', [owner.accountId])).toEqual([]);
});
