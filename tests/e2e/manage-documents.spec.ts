import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll } from '../support/fixtures.ts';
import { discardTyping } from '../support/admin-page.ts';
import { bytes, dialog, opened, pdf, test } from '../support/manage-documents.ts';

test('an editor uploads a document, and visitors find it', async ({ staff: page }) => {
  await page.goto(paths.admin.documents);
  await page.getByRole('link', { name: 'Upload Document' }).click();
  const form = await opened(page, 'Upload Document');
  await expect(form.getByLabel('Display Order')).toHaveValue('');
  await expect(form.getByLabel('Display Order')).toHaveAccessibleDescription(/Empty: at the end\./);
  await expect(form.getByLabel('PDF File')).toHaveAttribute('accept', '.pdf');
  await form.getByLabel('Title').fill('Lift plan');
  await form.getByLabel('Description').fill('How a lift is planned.');
  await form.getByLabel('Display Order').fill('4');
  await form.getByLabel('PDF File').setInputFiles(pdf);
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page).toHaveURL(paths.admin.documents);
  await expect(page.getByText('Document uploaded successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('listitem').filter({ hasText: 'Lift plan' });
  await expect(row).toContainText('How a lift is planned.');
  await expect(row).toContainText('Order: 4');
  const link = row.getByRole('link', { name: 'Lift plan (PDF, opens in a new tab)' });
  const file = await page.request.get((await link.getAttribute('href'))!);
  expect((await file.body()).equals(bytes)).toBe(true);
  await page.goto(paths.about);
  await expect(page.getByRole('heading', { name: 'Lift plan' })).toBeVisible();
});

test('an upload without title or file names what is missing and keeps what was typed', async ({ staff: page }) => {
  await page.goto(paths.admin.newDocument);
  const form = await opened(page, 'Upload Document');
  await form.getByLabel('Description').fill('Still here');
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page.getByText('Missing information')).toBeVisible();
  await expect(page.getByText('Please provide a title and select a PDF file')).toBeVisible();
  await expect(form.getByLabel('Description')).toHaveValue('Still here');
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(form.getByLabel('Title')).toHaveAccessibleDescription('Please enter a title');
  await expect(form.getByLabel('PDF File')).toHaveAccessibleDescription(/Please choose a file$/);
  await form.getByLabel('Title').fill('Plan');
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(form.getByLabel('PDF File')).toBeFocused();
  await expect(form.getByLabel('PDF File')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);
});

test('a change or deletion that gets no answer says so', async ({ staff: page, addDocument, errors }) => {
  errors.expect(/ERR_FAILED/);
  const id = await addDocument('Kept');
  await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await page.goto(paths.admin.editDocument(id));
  const form = await opened(page, 'Edit Document');
  await form.getByLabel('Title').fill('Changed');
  await form.getByRole('button', { name: 'Update Document' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update document' })).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Changed');
  await page.goto(paths.admin.deleteDocument(id));
  await (await opened(page, 'Delete Document')).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete document' })).toBeVisible();
});

test('a file for a document that a colleague has changed waits for a decision', async ({
  staff: page,
  addDocument,
  product,
}) => {
  const id = await addDocument('Insurance');
  await page.goto(paths.admin.replaceFile(id));
  await product.sql("update pdf_documents set title = 'Theirs', version = version + 1 where id = $1", [id]);
  const form = await opened(page, 'Replace File');
  await form.getByLabel('PDF File').setInputFiles(pdf);
  await form.getByRole('button', { name: 'Replace File' }).click();
  await expect(page.getByText('Changed by someone else')).toBeVisible();
  await expect(form.getByRole('definition').filter({ hasText: 'Theirs' })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await form.getByRole('button', { name: 'Replace File' }).click();
  await expect(page.getByText('File replaced successfully')).toBeVisible();
  expect(await product.sql('select title, size_bytes from pdf_documents')).toEqual([
    { title: 'Theirs', size_bytes: bytes.length },
  ]);
});

test('closing a dialog resets its form', async ({ staff: page, addDocument }) => {
  await addDocument('Plan');
  await page.goto(paths.admin.documents);
  for (const [opener, name, title] of [
    ['Upload Document', 'Upload Document', ''],
    ['Edit Plan', 'Edit Document', 'Plan'],
  ] as const) {
    for (let time = 0; time < 2; time++) {
      await page.getByRole('link', { name: opener }).click();
      const form = await opened(page, name);
      await expect(form.getByLabel('Title')).toHaveValue(title);
      await form.getByLabel('Title').fill('Given up');
      if (!title) await form.getByLabel('PDF File').setInputFiles(pdf);
      await form.getByRole('link', { name: 'Cancel' }).click();
      await discardTyping(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  await page.getByRole('link', { name: 'Upload Document' }).click();
  await expect((await opened(page, 'Upload Document')).getByLabel('PDF File')).toHaveValue('');
});

test('a document goes all its way by keyboard alone', async ({ staff: page }) => {
  await page.goto(paths.admin.documents);
  await page.getByRole('link', { name: 'Upload Document' }).press('Enter');
  const form = await opened(page, 'Upload Document');
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('By keys');
  await form.getByLabel('PDF File').setInputFiles(pdf);
  await form.getByLabel('Title').press('Enter');
  await expect(page.getByText('Document uploaded successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Delete By keys' }).press('Enter');
  await expect(dialog(page, 'Delete Document').getByRole('link', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Delete By keys' })).toBeFocused();
  await page.getByRole('link', { name: 'Delete By keys' }).press('Enter');
  await expect(dialog(page, 'Delete Document').getByRole('link', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Document deleted successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload Document' })).toBeFocused(); // the row is gone
});

test('a dialog that came with the page gives the focus to the control that leads to it', async ({
  staff: page,
  addDocument,
}) => {
  const [, id] = [await addDocument('Alpha', 1), await addDocument('Bravo', 2)];
  await page.goto(paths.admin.editDocument(id));
  await expect((await opened(page, 'Edit Document')).getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Edit Bravo' })).toBeFocused();
});

test('a dialog fills the window, so that nothing behind it takes a press', async ({ staff: page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.goto(paths.admin.newDocument);
  const box = await (await opened(page, 'Upload Document')).boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 1000, height: 700 });
});
