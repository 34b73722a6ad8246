import type { Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { codeOf, wrongCode } from '../support/second-factor.ts';
import { signIn } from '../support/signed-in.ts';

const { admin } = paths;
const code = (page: Page) => page.getByLabel('Code', { exact: true });
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
  await expect(code(page)).toBeFocused();
  await code(page).fill(codeOf(key).replace(/^.../, '$& '));
  await page.keyboard.press('Enter');
  await expect(codes(page).getByRole('listitem')).toHaveCount(10);
  await expect(codes(page).getByRole('heading')).toBeFocused();
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
