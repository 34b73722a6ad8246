import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';

const executablePath = await findChromium({ whole: true }); // the headless program has no viewer
test.use({ launchOptions: { executablePath, args: chromiumFlags } });

test('a document opens in the viewer of the browser, however strict its policy', async ({ page, product }) => {
  test.skip(!executablePath, 'there is no whole Chromium on this machine');
  const [row] = await product.sql<{ file_path: string }>('select file_path from pdf_documents order by id');
  await page.goto(paths.document(row!.file_path));
  // what Chromium shows a PDF with is an extension of its own
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
});
