import { paths } from '#app/paths.ts';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';

test('company documents stand in three columns, and a small dialog opens the file of each in a new tab', async ({
  page,
  context,
}) => {
  await open(page, paths.about);
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Company Documents' }) });
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const columns = section.getByRole('list').evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' '));
    expect(await columns).toHaveLength(3);
  }
  const view = section.getByText('View Document', { exact: true });
  await view.first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Company Profile', exact: true })).toBeVisible();
  const tab = context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Open in New Tab' }).click();
  await (await tab).close();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await view.nth(1).click();
  await expect(dialog.getByRole('heading', { name: 'H.S.E. Policy' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Company Profile' })).toBeHidden();
});

test('a document opens in the viewer of the browser, however strict its policy', async ({ playwright, product }) => {
  const executablePath = await findChromium({ whole: true }); // the headless program has no viewer
  test.skip(!executablePath, 'there is no whole Chromium on this machine');
  const browser = await playwright.chromium.launch({ executablePath, args: chromiumFlags });
  const page = await browser.newPage();
  const [row] = await product.sql<{ file_path: string }>('select file_path from pdf_documents order by id');
  await page.goto(product.url + paths.document(row!.file_path));
  // what Chromium shows a PDF with is an extension of its own
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
  await browser.close();
});
