import sharp from 'sharp';
import { paths } from '#app/paths.ts';
import { editLinkOf, openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

test('the director gets a portrait', async ({ page, product }) => {
  await signIn(page, product, 'editor');
  const create = { width: 480, height: 600, channels: 3, background: '#345' } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  const main = page.getByRole('main');
  await openAdmin(page, paths.admin.pages('about'));
  await editLinkOf(page, 'director_portrait').click();
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('notes') });
  await page.getByLabel('Alt text').fill('The director at the quay');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByText('This file is not a JPEG, PNG, WebP or HEIC picture').last()).toBeVisible();
  await expect(page.getByLabel('Alt text')).toHaveValue('The director at the quay');
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Preview: not saved')).toBeVisible();
  await expect(main.getByRole('img', { name: 'The director at the quay' })).toBeVisible();
  expect(await (await fetch(product.url + paths.about)).text()).not.toContain('at the quay');
  await page.getByRole('link', { name: 'Back to the editor' }).click();
  await expect(main.getByText('This picture is not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated', { exact: true })).toBeVisible();
  const shown = main.getByRole('img', { name: 'The director at the quay' });
  await shown.scrollIntoViewIfNeeded();
  await expect(shown).toHaveJSProperty('complete', true);

  await page.goto(paths.about);
  const portrait = main.getByRole('img', { name: 'The director at the quay' });
  await portrait.scrollIntoViewIfNeeded();
  await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await portrait.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);

  await openAdmin(page, paths.admin.pages('about', 'director_portrait'));
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Content updated', { exact: true }).first()).toBeVisible();
  await expect(main.getByRole('img', { name: 'The director at the quay' })).toHaveCount(0);
});
