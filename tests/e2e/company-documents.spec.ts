import { paths } from '#app/paths.ts';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { expect, test } from '../support/fixtures.ts';

test('a document opens in the viewer of the browser, however strict its policy', async ({ playwright, product }) => {
  const executablePath = await findChromium({ whole: true }); // the headless shell has no viewer
  test.skip(!executablePath, 'there is no whole Chromium on this machine');
  const browser = await playwright.chromium.launch({ executablePath, args: chromiumFlags });
  const page = await browser.newPage();
  const [row] = await product.sql<{ file_path: string }>('select file_path from pdf_documents order by id');
  await page.goto(product.url + paths.document(row!.file_path));
  // Chromium shows PDFs with an extension of its own.
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
  await browser.close();
});
