import type { Locator, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, type ProductUnderTest } from '../support/fixtures.ts';
import { discardTyping } from '../support/admin-page.ts';
import { bytes, dialog, opened, pdf, test } from '../support/manage-documents.ts';

/** The field says that it is wrong and why, and with JavaScript has the focus unless one before it is wrong too. */
async function expectMarked(field: Locator, why: string | RegExp) {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(why);
  if (test.info().project.name !== 'with JavaScript') return;
  await expect(field.page().locator('[aria-invalid]').first()).toBeFocused();
}

test('an empty list says so and what to do next', async ({ staff: page }) => {
  await page.goto(paths.admin.documents);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Documents' })).toBeVisible();
  await expect(page.getByText('No documents uploaded yet')).toBeVisible();
  await page.getByRole('link', { name: 'Upload the first document' }).click();
  await opened(page, 'Upload Document');
});

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

test('the list is in its order and shows the day of upload in Port of Spain', async ({ staff: page, addDocument }) => {
  await addDocument('Second', 2);
  await addDocument('First', 1);
  await page.goto(paths.admin.documents);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([/First/, /Second/]);
  await expect(page.getByText('Uploaded: 1 March 2026').first()).toBeVisible(); // in UTC it was the 2nd already
});

test('an upload without title or file names what is missing and keeps what was typed', async ({ staff: page }) => {
  await page.goto(paths.admin.newDocument);
  const form = await opened(page, 'Upload Document');
  await form.getByLabel('Description').fill('Still here');
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page.getByText('Missing information')).toBeVisible();
  await expect(page.getByText('Please provide a title and select a PDF file')).toBeVisible();
  await expect(form.getByLabel('Description')).toHaveValue('Still here');
  await expectMarked(form.getByLabel('Title'), 'Please enter a title');
  await expectMarked(form.getByLabel('PDF File'), /Please choose a file$/);
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);
});

test('a missing file and texts that are too long are told at their fields', async ({ staff: page, addDocument }) => {
  await page.goto(paths.admin.newDocument);
  const form = await opened(page, 'Upload Document');
  await form.getByLabel('Title').fill('Plan');
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expectMarked(form.getByLabel('PDF File'), /Please choose a file$/);
  await expect(form.getByLabel('Title')).not.toHaveAttribute('aria-invalid');
  const id = await addDocument('Old title');
  for (const [label, text, problem] of [
    ['Title', 'x'.repeat(201), 'This title is too long'],
    ['Description', 'x'.repeat(2001), 'This description is too long'],
  ] as const) {
    await page.goto(paths.admin.editDocument(id));
    const field = (await opened(page, 'Edit Document')).getByLabel(label);
    await field.evaluate((control) => control.removeAttribute('maxlength'));
    await field.fill(text);
    await page.getByRole('button', { name: 'Update Document' }).click();
    await expect(page.getByText('Text too long')).toBeVisible();
    await expectMarked(field, problem);
  }
});

test('a file that is no PDF is refused, whatever it is called', async ({ staff: page }) => {
  await page.goto(paths.admin.newDocument);
  const form = await opened(page, 'Upload Document');
  for (const file of [
    { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') },
  ]) {
    await form.getByLabel('Title').fill('Plan');
    await form.getByLabel('PDF File').setInputFiles(file);
    await form.getByRole('button', { name: 'Upload Document' }).click();
    await expect(page.getByText('Invalid file')).toBeVisible();
    await expect(page.getByText('Please select a PDF file')).toBeVisible();
    await expectMarked(form.getByLabel('PDF File'), /This file is not a PDF$/);
    await expect(form.getByLabel('Title')).toHaveValue('Plan');
  }
});

test('an upload that the database refuses says so and keeps the form', async ({ staff: page, product }) => {
  await product.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before insert or update or delete on pdf_documents for each statement execute function refuse()`);
  try {
    await page.goto(paths.admin.newDocument);
    const form = await opened(page, 'Upload Document');
    await form.getByLabel('Title').fill('Plan');
    await form.getByLabel('PDF File').setInputFiles(pdf);
    await form.getByRole('button', { name: 'Upload Document' }).click();
    await expect(page.getByText('Failed to upload document')).toBeVisible();
    await expect(form.getByLabel('Title')).toHaveValue('Plan');
  } finally {
    await product.sql('drop function refuse cascade');
  }
});

test('a change or deletion that the database refuses says so', async ({ staff: page, addDocument, product }) => {
  const id = await addDocument('Kept');
  await product.sql(`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before update or delete on pdf_documents for each row execute function refuse()`);
  try {
    await page.goto(paths.admin.editDocument(id));
    const form = await opened(page, 'Edit Document');
    await form.getByLabel('Title').fill('Changed');
    await form.getByRole('button', { name: 'Update Document' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to update document' })).toBeVisible();
    await expect(form.getByLabel('Title')).toHaveValue('Changed');
    await page.goto(paths.admin.deleteDocument(id));
    await (await opened(page, 'Delete Document')).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete document' })).toBeVisible();
  } finally {
    await product.sql('drop function refuse cascade');
  }
  expect(await product.sql('select title from pdf_documents')).toEqual([{ title: 'Kept' }]);
});

test('a change or deletion that gets no answer says so @js', async ({ staff: page, addDocument, errors }) => {
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

test('an editor changes a document, but not its file', async ({ staff: page, addDocument }) => {
  await addDocument('Old title');
  await page.goto(paths.admin.documents);
  await page.getByRole('link', { name: 'Edit Old title' }).click();
  const form = await opened(page, 'Edit Document');
  await expect(form.getByLabel('PDF File')).toHaveCount(0);
  await form.getByLabel('Title').fill('');
  await form.getByRole('button', { name: 'Update Document' }).click();
  await expect(page.getByText('Please provide a title')).toBeVisible();
  await form.getByLabel('Title').fill('New title');
  await form.getByRole('button', { name: 'Update Document' }).click();
  await expect(page.getByText('Document updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: /New title/ })).toBeVisible();
});

test('an editor replaces the file of a document, and takes that back', async ({ staff: page, addDocument }) => {
  await addDocument('Insurance');
  await page.goto(paths.admin.documents);
  const row = page.getByRole('listitem').filter({ hasText: 'Insurance' });
  const address = (await row.getByRole('link', { name: /opens in a new tab/ }).getAttribute('href'))!;
  await row.getByRole('link', { name: 'Replace file of Insurance' }).click();
  const form = await opened(page, 'Replace File');
  await expect(form.getByRole('definition').filter({ hasText: '.pdf, 2 KB' })).toBeVisible();
  await form.getByRole('button', { name: 'Replace File' }).click();
  await expect(page.getByText('Please select a PDF file')).toBeVisible();
  await expectMarked(form.getByLabel('PDF File'), /Please choose a file$/);
  await form.getByLabel('PDF File').setInputFiles({ ...pdf, buffer: Buffer.from('<html>') });
  await form.getByRole('button', { name: 'Replace File' }).click();
  await expectMarked(form.getByLabel('PDF File'), /This file is not a PDF$/);
  await form.getByLabel('PDF File').setInputFiles(pdf);
  await form.getByRole('button', { name: 'Replace File' }).click();
  await expect(page.getByText('File replaced successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toContainText('File replaced: ');
  await expect(row).toContainText('5 KB');
  expect((await (await page.request.get(address)).body()).equals(bytes)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('2 KB');
  await expect(row).not.toContainText('File replaced: ');
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
  // A browser without scripts gives the file once.
  if (test.info().project.name !== 'with JavaScript') await form.getByLabel('PDF File').setInputFiles(pdf);
  await form.getByRole('button', { name: 'Replace File' }).click();
  await expect(page.getByText('File replaced successfully')).toBeVisible();
  expect(await product.sql('select title, size_bytes from pdf_documents')).toEqual([
    { title: 'Theirs', size_bytes: bytes.length },
  ]);
});

const orderOf = (page: Page) =>
  page.getByRole('list', { name: 'Documents in display order' }).getByRole('heading').allTextContents();
const PDF_LINK = / \(PDF, opens in a new tab\)$/;
const titlesOf = async (page: Page) => (await orderOf(page)).map((text) => text.replace(PDF_LINK, ''));
const storedOrder = async ({ sql }: ProductUnderTest) =>
  (await sql('select title, display_order from pdf_documents order by display_order')).map(
    ({ title, display_order }) => `${display_order} ${title}`,
  );

test('the buttons move a document, and its dialog says the number', async ({ staff: page, addDocument, product }) => {
  for (const title of ['Alpha', 'Bravo', 'Charlie']) await addDocument(title, 0);
  await page.goto(paths.admin.documents);
  await page.getByRole('button', { name: 'Move up Charlie' }).click();
  await expect(page.getByText('Document order updated successfully')).toBeVisible();
  expect(await titlesOf(page)).toEqual(['Alpha', 'Charlie', 'Bravo']);
  expect(await storedOrder(product)).toEqual(['1 Alpha', '2 Charlie', '3 Bravo']);
  await page.getByRole('link', { name: 'Edit Charlie' }).click();
  await expect((await opened(page, 'Edit Document')).getByLabel('Display Order')).toHaveValue('2');
  await page.goto(paths.about);
  await expect(page.getByRole('heading', { level: 3 }).filter({ hasText: /Alpha|Bravo|Charlie/ })).toHaveText([
    'Alpha',
    'Charlie',
    'Bravo',
  ]);
});

test('the keyboard lifts a document, moves it and puts it down @js', async ({ staff: page, addDocument, product }) => {
  for (const [i, title] of ['Alpha', 'Bravo', 'Charlie'].entries()) await addDocument(title, i + 1);
  await page.goto(paths.admin.documents);
  const handle = page.getByRole('button', { name: 'Drag to reorder: Alpha' });
  await handle.focus();
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await expect(page.locator('[aria-live="assertive"]')).toHaveText('Alpha dropped at position 3 of 3.');
  await expect(page.getByText('Document order updated successfully')).toBeVisible();
  expect(await titlesOf(page)).toEqual(['Bravo', 'Charlie', 'Alpha']);
  expect(await storedOrder(product)).toEqual(['1 Bravo', '2 Charlie', '3 Alpha']);
  await expect(handle).toBeFocused();
});

test('two editors of one document see both versions', async ({ staff: page, addDocument, product }) => {
  const id = await addDocument('Plan');
  await page.goto(paths.admin.editDocument(id));
  await product.sql("update pdf_documents set title = 'Theirs', version = version + 1 where id = $1", [id]);
  const form = await opened(page, 'Edit Document');
  await form.getByLabel('Title').fill('Mine');
  await form.getByRole('button', { name: 'Update Document' }).click();
  await expect(page.getByText('Changed by someone else')).toBeVisible();
  await expect(form.getByRole('definition').filter({ hasText: 'Theirs' })).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Mine');
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await form.getByRole('button', { name: 'Update Document' }).click();
  await expect(page.getByText('Document updated successfully')).toBeVisible();
  expect(await product.sql('select title from pdf_documents')).toEqual([{ title: 'Mine' }]);
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

test('a document is deleted only after a question', async ({ staff: page, addDocument, product }) => {
  await addDocument('Plan "B"');
  await page.goto(paths.admin.documents);
  await page.getByRole('link', { name: 'Delete Plan "B"' }).click();
  const question = await opened(page, 'Delete Document');
  await expect(question.getByText('Are you sure you want to delete "Plan "B""?')).toBeVisible();
  await question.getByRole('link', { name: 'Cancel' }).click();
  expect(await product.sql('select title from pdf_documents')).toHaveLength(1);
  await page.getByRole('link', { name: 'Delete Plan "B"' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Document deleted successfully')).toBeVisible();
  await expect(page.getByText('No documents uploaded yet')).toBeVisible();
});

const { documents, newDocument, editDocument, replaceFile, deleteDocument } = paths.admin;
for (const [name, address] of [
  ['the list', () => documents],
  ['the upload dialog', () => newDocument],
  ['the edit dialog', editDocument],
  ['the replace dialog', replaceFile],
  ['the delete dialog', deleteDocument],
] as const) {
  test(`${name} is accessible and fits a phone`, async ({ staff: page, addDocument }) => {
    const id = await addDocument(`A title of some length ${'that goes on '.repeat(8)}`);
    await page.goto(address(id));
    await expectNoAxeViolations(page);
    await expectNoHorizontalScroll(page);
  });
}

test('a list that cannot be read says so', async ({ staff: page, product }) => {
  await product.sql('alter table pdf_documents rename to away');
  try {
    await page.goto(paths.admin.documents);
    await expect(page.getByText('Failed to fetch documents')).toBeVisible();
  } finally {
    await product.sql('alter table away rename to pdf_documents');
  }
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByText('No documents uploaded yet')).toBeVisible();
});

test('a document goes all its way by keyboard alone @js', async ({ staff: page }) => {
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

test('a dialog fills the window, so that nothing behind it takes a press', async ({ staff: page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.goto(paths.admin.newDocument);
  const box = await (await opened(page, 'Upload Document')).boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 1000, height: 700 });
});
