import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';

test('a document opens in the viewer of the browser, however strict its policy', async ({ page, product }) => {
  const [row] = await product.sql<{ file_path: string }>('select file_path from pdf_documents order by id');
  await page.goto(paths.document(row!.file_path));
  // what Chromium shows a PDF with is an extension of its own
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
});
