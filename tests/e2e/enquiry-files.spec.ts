import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add } from '../support/content.ts';
import { pdf as pdfOf } from '../support/documents.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { filledIn } from '../support/enquiries.ts';
import { signIn, signInToInbox } from '../support/signed-in.ts';
import { largeFile } from '../support/large-file.ts';
import { fillEnquiry, hold, open, sendEnquiry, uploadSpeed } from '../support/site-page.ts';

const MIB = 1024 * 1024;
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdfOf(3000) });

test.beforeEach(async ({ product }) => {
  await product.sql('delete from messages; delete from enquiry_files');
});

const field = (page: Page) => page.getByLabel('Drawings and photos (optional)');
const thanks = (page: Page) => page.getByText('Thank you!');
const remove = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` });
const openForm = async (page: Page) => {
  await open(page, paths.contactForm);
  await fillEnquiry(page);
};

test('each choice adds to the list, any can be taken out, and what is left is sent', async ({ page, product }) => {
  await openForm(page);
  await field(page).setInputFiles(pdf('Lift plan.pdf'));
  await expect(remove(page, 'Lift plan.pdf')).toBeVisible();
  const photo = largeFile('Crawler crane.jpg', 0);
  copyFileSync('app/site/art/hero-2-jack-up.jpg', photo);
  await field(page).setInputFiles([largeFile('too large.pdf', 10 * MIB + 1), photo]);
  await expect(page.getByText('too large.pdf is larger than 10 MB')).toBeVisible();
  await expectNoAxeViolations(page);
  await expectFits(page, [360]);
  await remove(page, 'too large.pdf').click();
  await expect(remove(page, 'too large.pdf')).toHaveCount(0);
  await expect(page.getByText('too large.pdf is larger than 10 MB')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Removed too large.pdf' })).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await sendEnquiry(page);
  await expect(thanks(page)).toBeVisible();
  const files = await product.sql('select name, kind, message_id from enquiry_files order by position');
  expect(files.map(({ name, kind }) => `${kind}: ${name}`)).toEqual(['pdf: Lift plan.pdf', 'jpeg: Crawler crane.jpg']);
  await signIn(page, product, 'admin');
  await page.goto(paths.admin.message(files[0]!.message_id as number));
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Lift plan.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('Lift plan.pdf');
  await expectNoAxeViolations(page);
});

test('a large picture is made smaller on the device; what is transparent becomes white', async ({ page, product }) => {
  const size = 3000;
  const drawing = await sharp({ create: { width: size, height: size, channels: 4, background: '#0000' } })
    .composite([{ input: randomBytes(900 * 900 * 3), raw: { width: 900, height: 900, channels: 3 } }])
    .webp({ lossless: true })
    .toBuffer();
  expect(drawing.length).toBeGreaterThan(MIB);
  await openForm(page);
  await field(page).setInputFiles({ name: 'drawing.webp', mimeType: 'image/webp', buffer: drawing });
  await expect(remove(page, 'drawing.jpg')).toBeVisible();
  const corner = await field(page).evaluate(async (input: HTMLInputElement) => {
    const picture = await createImageBitmap(input.files![0]!);
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.drawImage(picture, 4 - picture.width, 4 - picture.height);
    return [...context.getImageData(0, 0, 1, 1).data];
  });
  expect(corner).toEqual([255, 255, 255, 255]);
  await sendEnquiry(page);
  await expect(thanks(page)).toBeVisible();
  const [file] = await product.sql('select kind, size_bytes from enquiry_files');
  expect(file!.kind).toBe('jpeg');
  expect(file!.size_bytes).toBeLessThan(drawing.length * 0.6);
});

test('each file shows how far it is, and sending can be stopped', async ({ page, product }) => {
  await openForm(page);
  await field(page).setInputFiles([largeFile('one.pdf', 4 * MIB), largeFile('two.pdf', 4 * MIB)]);
  const speed = await uploadSpeed(page);
  await speed(600 * 1024);
  await sendEnquiry(page);
  await expect(page.getByRole('progressbar', { name: 'one.pdf' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'two.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await expect(page.getByText('Sending stopped. Nothing was sent.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(filledIn.message);
  await expect(remove(page, 'one.pdf')).toBeVisible();
  await expect.poll(() => product.sql('select 1 from messages')).toEqual([]);
  await speed(-1);
  await sendEnquiry(page);
  await expect(thanks(page)).toBeVisible();
  await expect.poll(() => product.sql('select 1 from enquiry_files where message_id is not null')).toHaveLength(2);
});

test('browsers of 2022 send files too, and say so when the connection breaks', async ({ page, product, errors }) => {
  errors.expect(/ERR_FAILED/);
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'any');
    Reflect.deleteProperty(Response, 'json');
    Reflect.deleteProperty(String.prototype, 'toWellFormed');
  });
  await openForm(page);
  await field(page).setInputFiles(pdf('Lift plan.pdf'));
  await page.route(`**${paths.contactForm}*`, (route) => route.abort(), { times: 1 });
  await sendEnquiry(page);
  await expect(page.getByRole('alert')).toContainText('Your message could not be sent.');
  await sendEnquiry(page);
  await expect(thanks(page)).toBeVisible();
  await expect.poll(() => product.sql('select name from enquiry_files')).toEqual([{ name: 'Lift plan.pdf' }]);
});

test('a reply takes files and documents along; ticks are in its draft', async ({ page, product }) => {
  await product.sql('delete from pdf_documents');
  await add(product.sql, 'pdf_documents', [{ title: 'HSE Policy' }, { title: 'Certificate' }]);
  await signInToInbox(page, product);
  const openReply = () => openAdmin(page, paths.admin.message(1));
  const send = page.getByRole('button', { name: 'Send reply' });
  const files = page.getByLabel('Files (optional)');
  await openReply();
  await page.getByText('Company documents', { exact: true }).first().click();
  await page.getByLabel('HSE Policy').check();
  await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('Here it is.');
  await openReply();
  await expect(page.getByText('What you typed earlier is back.')).toBeVisible();
  await expect(page.getByLabel('HSE Policy')).toBeChecked();
  const sendList = await hold(page, '**/file-list-*.js');
  await files.setInputFiles(pdf('Quote.pdf'));
  await files.setInputFiles(largeFile('too large.pdf', 10 * MIB + 1));
  sendList(); // files chosen before are in the list
  const problem = page.getByText('too large.pdf is larger than 10 MB').last(); // a toast may show it, too
  await expect(problem).toBeVisible();
  await expectNoAxeViolations(page);
  await send.click();
  await expect(files).toBeFocused(); // the browser checks before it sends
  await remove(page, 'too large.pdf').click();
  await expect(problem).toHaveCount(0);
  await send.click();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('With company documents: HSE Policy');
  await expect(conversation.getByRole('link', { name: 'Quote.pdf' })).toBeVisible();
  await expect(remove(page, 'Quote.pdf')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
});
