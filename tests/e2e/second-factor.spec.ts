import type { Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { totpCode, wrongCode } from '../support/second-factor.ts';
import { signIn, signInByForm } from '../support/signed-in.ts';

const { admin } = paths;
const code = (page: Page) => page.getByLabel('Code', { exact: true });
const codes = (page: Page) => page.getByRole('region', { name: 'Your recovery codes' });
const qr = (page: Page) => page.getByRole('img', { name: /^QR code/ });
/** Reads the key from the screen as a phone's camera does. */
async function scanned(page: Page): Promise<string> {
  const { data, info } = await sharp(await qr(page).screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return new URL(decodeQR({ width: info.width, height: info.height, data })).searchParams.get('secret')!;
}

test('a second factor is set up by QR code, gives recovery codes, and is then required', async ({ page, product }) => {
  const account = await signIn(page, product, 'viewer');
  await openAdmin(page, admin.account);
  const section = page.getByRole('region', { name: 'Second factor' });
  await expect(section).toContainText('Off: your password alone signs you in.');
  await section.getByRole('link', { name: 'Set Up Second Factor' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Second factor' })).toBeVisible();
  const key = await scanned(page);
  await expect(page.getByText(key.match(/.{4}/g)!.join(' '))).toBeVisible();
  await page.locator('html').evaluate((html) => void (html.dataset.theme = 'dark'));
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  expect(await scanned(page)).toBe(key); // cameras can read it in the dark theme, too
  await expectFits(page, [320]);
  await code(page).fill(wrongCode(key));
  await page.getByRole('button', { name: 'Turn On' }).click();
  await expect(code(page)).toHaveAccessibleDescription(/This is not the code\./);
  await expect(code(page)).toHaveValue(wrongCode(key));
  await expect(page).toHaveTitle(/^Error: /);
  expect(await scanned(page)).toBe(key);
  await expect(code(page)).toBeFocused();
  await code(page).fill(totpCode(key).replace(/^.../, '$& '));
  await page.keyboard.press('Enter');
  await expect(codes(page).getByRole('listitem')).toHaveCount(10);
  await expect(codes(page).getByRole('heading')).toBeFocused();
  await expect(page).toHaveTitle(/^Second factor/);
  await expectFits(page);
  await expectNoAxeViolations(page);
  await codes(page).getByRole('link', { name: 'I Have Kept Them' }).click();
  await expect(section).toContainText(/On since.*Recovery codes left10/);
  await expectNoAxeViolations(page);

  await page.context().clearCookies();
  await page.goto(admin.login);
  await signInByForm(page, account);
  await expect(page).toHaveURL(admin.loginCode);
  await expectFits(page);
  await code(page).fill(wrongCode(key));
  await page.keyboard.press('Enter');
  await expect(code(page)).toHaveAccessibleDescription(/wrong, or was used before\. 4 tries are left\./);
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);
  await code(page).fill(totpCode(key, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(admin.dashboard);
});
