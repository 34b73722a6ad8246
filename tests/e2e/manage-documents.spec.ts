import { paths } from '#app/paths.ts';
import { pdf as pdfOf } from '../support/documents.ts';
import { add } from '../support/content.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { menuOf, openMenu } from '../support/admin-page.ts';
import { largeFile } from '../support/large-file.ts';
import { dialog, openedDialog, pdf } from '../support/manage-documents.ts';
import { signIn } from '../support/signed-in.ts';
import { uploadSpeed } from '../support/site-page.ts';

test.beforeEach(async ({ page, product }) => {
  await product.sql('delete from pdf_documents');
  await signIn(page, product, 'editor');
});

test('an upload names what is wrong, shows how far it is, can be cancelled', async ({ page, product, errors }) => {
  errors.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto(paths.admin.newDocument);
  const form = await openedDialog(page, 'Upload Document');
  const [title, file] = [form.getByLabel('Title'), form.getByLabel('PDF File')];
  const upload = form.getByRole('button', { name: 'Upload Document' });
  await form.getByLabel('Description').fill('Still here');
  await upload.click();
  await expect(page.getByText('Please provide a title and select a PDF file')).toBeVisible();
  await expect(form.getByLabel('Description')).toHaveValue('Still here');
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription('Please enter a title');
  await expect(file).toHaveAccessibleDescription(/Please choose a file$/);
  await title.fill('Plan');
  await upload.click();
  await expect(file).toBeFocused();
  await expect(file).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);

  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await expect(form.getByText('This file is not a PDF')).toBeVisible();
  await file.setInputFiles(largeFile('large.pdf', 25 * 1024 * 1024 + 1));
  await expect(form.getByText('This file is too large')).toBeVisible();
  await upload.click();
  await expect(page.getByText('Please choose a file of up to 25 MB')).toBeVisible();
  await file.setInputFiles({ ...pdf, buffer: pdfOf(4_000_000) });
  await page.context().setOffline(true);
  await upload.click();
  await expect(page.getByText('Failed to upload document')).toBeVisible();
  await page.context().setOffline(false);

  const speed = await uploadSpeed(page);
  await speed(400_000);
  await title.fill('Slow'); // keeps the next click from being a double click
  await upload.click();
  await expect(form.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expect(form.getByRole('progressbar')).toHaveAttribute('value', /^[1-9]\d?$/);
  await form.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(form.getByText('Upload cancelled. Nothing was saved.')).toBeVisible();
  await expect(title).toHaveValue('Slow');
  await expect.poll(() => product.sql('select * from pdf_documents')).toEqual([]);
  await speed(-1);
  await upload.click();
  await expect(page.getByText('Document uploaded successfully')).toBeVisible();
});

test('a document is added, edited and deleted by keyboard alone', async ({ page }) => {
  await page.goto(paths.admin.documents);
  await page.getByRole('link', { name: 'Upload Document' }).press('Enter');
  const form = await openedDialog(page, 'Upload Document');
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('By keys');
  await form.getByLabel('PDF File').setInputFiles(pdf);
  await form.getByLabel('Title').press('Enter');
  await expect(page.getByText('Document uploaded successfully')).toBeVisible();
  await openMenu(page, 'By keys');
  await page.getByRole('link', { name: 'Delete By keys' }).press('Enter');
  await expect(dialog(page, 'Delete Document').getByRole('link', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(menuOf(page, 'By keys')).toBeFocused();
  await openMenu(page, 'By keys');
  await page.getByRole('link', { name: 'Delete By keys' }).press('Enter');
  await expect(dialog(page, 'Delete Document').getByRole('link', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Document deleted successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload Document' })).toBeFocused(); // its row is gone
});

test('a dialog that came with the page fills the window and gives the focus back', async ({ page, product }) => {
  const titles = ['Alpha', 'Bravo'].map((title, i) => ({ title, display_order: i }));
  const [, id] = await add(product.sql, 'pdf_documents', titles);
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.goto(paths.admin.editDocument(id!));
  const form = await openedDialog(page, 'Edit Document');
  await expect(form.getByLabel('Title')).toBeFocused();
  expect(await form.boundingBox()).toEqual({ x: 0, y: 0, width: 1000, height: 700 }); // nothing behind it takes a press
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Edit Bravo' })).toBeFocused();
});
