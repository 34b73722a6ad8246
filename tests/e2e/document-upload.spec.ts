import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { pdf as pdfOf } from '../support/documents.ts';
import { expect } from '../support/fixtures.ts';
import { opened, pdf, test } from '../support/manage-documents.ts';

// A file on its way: how far it is, and what becomes of the form when it does not arrive.
/** Lets a page send so many bytes a second; -1 for as many as it can. */
async function uploadSpeed(page: Page) {
  const network = await page.context().newCDPSession(page);
  return (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
}

test('a replacement shows how far it is, and cancelled it changes nothing', async ({
  staff: page,
  addDocument,
  product,
}) => {
  const id = await addDocument('Insurance');
  await page.goto(paths.admin.replaceFile(id));
  const form = await opened(page, 'Replace File');
  await form.getByLabel('PDF File').setInputFiles({ ...pdf, buffer: pdfOf(4_000_000) });
  const speed = await uploadSpeed(page);
  await speed(400_000);
  await form.getByRole('button', { name: 'Replace File' }).click();
  await expect(form.getByRole('progressbar')).toHaveAttribute('value', /^[1-9]\d?$/);
  await form.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(form.getByText('Upload cancelled. Nothing was saved.')).toBeVisible();
  expect(await product.sql('select version, file_key from pdf_documents')).toEqual([{ version: 1, file_key: null }]);
});

test('an upload shows how far it is and can be cancelled', async ({ staff: page, product }) => {
  await page.goto(paths.admin.newDocument);
  const form = await opened(page, 'Upload Document');
  await form.getByLabel('Title').fill('Slow');
  await form.getByLabel('PDF File').setInputFiles({ ...pdf, buffer: pdfOf(4_000_000) });
  const speed = await uploadSpeed(page);
  await speed(400_000);
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(form.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expect(form.getByRole('progressbar')).toHaveAttribute('value', /^[1-9]\d?$/);
  await form.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(form.getByText('Upload cancelled. Nothing was saved.')).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Slow');
  expect(await product.sql('select * from pdf_documents')).toEqual([]);
  await speed(-1);
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page.getByText('Document uploaded successfully')).toBeVisible();
});

test('a file over 25 MiB is told before it travels, and a lost connection keeps the form', async ({
  staff: page,
  errors,
}) => {
  errors.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto(paths.admin.newDocument);
  const form = await opened(page, 'Upload Document');
  await form.getByLabel('Title').fill('Large');
  await form.getByLabel('PDF File').evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer();
    files.items.add(new File(['%PDF-1.7', new Uint8Array(25 * 1024 * 1024)], 'a.pdf', { type: 'application/pdf' }));
    input.files = files.files;
  });
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page.getByText('Please choose a file of up to 25 MiB')).toBeVisible();
  await form.getByLabel('PDF File').setInputFiles(pdf);
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page.getByText('Failed to upload document')).toBeVisible();
  await page.context().setOffline(false);
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page.getByText('Document uploaded successfully')).toBeVisible();
});
