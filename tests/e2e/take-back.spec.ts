import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { ago } from '../support/content.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signInToInbox } from '../support/signed-in.ts';

const TEXT = 'We can do it for 900 $.';
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true });
const takeBack = (page: Page) => page.getByRole('button', { name: 'Take back' });

test('for ten seconds a reply can be taken back, beside its text or by the notice', async ({ page, product }) => {
  const client = (i: number) => ({ name: `Client ${i}`, created_at: ago(i * 3_600_000) });
  await signInToInbox(page, product, 2, client);
  await page.clock.install();
  await page.setViewportSize({ width: 360, height: 740 });
  await openAdmin(page, paths.admin.message(1));
  await reply(page).fill(TEXT);
  expect((await page.locator('.letter-bar').boundingBox())!.height).toBeLessThan(64); // one row, with the countdown in it
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByRole('timer')).toHaveText(/^Goes out in \d+ seconds\.$/);
  await expect(takeBack(page)).toHaveCount(1);
  await expect(page.getByText('Reply queued')).toBeVisible();
  await expectFits(page);
  await expect(reply(page)).toHaveValue('');
  await reply(page).fill('One thing more.');
  await page
    .getByLabel('Files')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await page.getByText('Reply queued').hover(); // so that it stays
  await takeBack(page).click();
  await expect(reply(page)).toHaveValue(`${TEXT}\n\nOne thing more.`);
  await expect(reply(page)).toBeFocused();
  await expect(page.getByText('Taken back. Nothing was sent.')).toBeVisible();
  await expect(page.getByText('Reply queued')).toHaveCount(0);
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(page.getByText('Owner: you')).toBeVisible();
  await page.getByRole('button', { name: 'Remove a.pdf' }).click();
  await reply(page).fill(TEXT);
  await expect.poll(() => product.sql('select 1 from replies')).toEqual([]);

  await page.getByRole('button', { name: 'Send and next' }).click();
  await expect(page).toHaveURL(paths.admin.message(2));
  await takeBack(page).click();
  await expect(page).toHaveURL(new RegExp(`${paths.admin.message(1)}$`));
  await expect(reply(page)).toHaveValue(TEXT);
  await expect(takeBack(page)).toHaveCount(0);

  await page.waitForTimeout(500);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(takeBack(page)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.clock.fastForward(10_500);
  await expect(page.getByRole('timer')).toHaveText('It is going out.');
  await expect(takeBack(page)).toHaveCount(0);
});
