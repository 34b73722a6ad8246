import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { filledIn } from '../support/enquiries.ts';
import { signIn } from '../support/signed-in.ts';
import { open } from '../support/site-page.ts';

const MIB = 1024 * 1024;
const pdf = (name: string, size = 3000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')]),
});
const photo = {
  name: 'Crawler crane.jpg',
  mimeType: 'image/jpeg',
  buffer: readFileSync('app/site/art/hero-2-jack-up.jpg'),
};
const LABEL = 'Drawings and photos (optional)';

test.beforeEach(async ({ product }) => {
  await product.sql('delete from messages');
  await product.sql('delete from enquiry_files');
});

const field = (page: Page) => page.getByLabel(LABEL);
const send = (page: Page) => page.getByRole('button', { name: 'Send Message', exact: true }).click();

async function fill(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Full name' }).fill(filledIn.fullName);
  await page.getByRole('textbox', { name: 'Email' }).fill(filledIn.email);
  await page.getByRole('textbox', { name: 'Subject' }).fill(filledIn.subject);
  await page.getByRole('textbox', { name: 'Message' }).fill(filledIn.message);
  await page.getByRole('checkbox').check();
}

const openForm = async (page: Page) => {
  await open(page, paths.contactForm);
  await fill(page);
};

test('drawings and photos arrive with the enquiry, and an admin downloads them from its details', async ({
  page,
  product,
}) => {
  await openForm(page);
  await field(page).setInputFiles([pdf('Lift plan.pdf'), photo]);
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await send(page);
  await expect(page.getByText('Thank you! Your message has been received.')).toBeVisible();
  const files = await product.sql('select name, kind, message_id from enquiry_files order by position');
  expect(files).toMatchObject([
    { name: 'Lift plan.pdf', kind: 'pdf' },
    { name: 'Crawler crane.jpg', kind: 'jpeg' },
  ]);
  await signIn(page, product, 'admin');
  await page.goto(paths.admin.message(files[0]!.message_id as number));
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Lift plan.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('Lift plan.pdf');
  await expectNoAxeViolations(page);
});

test('each choice adds to the list, any can be taken out, and what is shown is what is sent', async ({
  page,
  product,
}) => {
  await openForm(page);
  await field(page).setInputFiles(pdf('first.pdf'));
  await expect(page.getByRole('button', { name: 'Remove first.pdf' })).toBeVisible();
  await field(page).setInputFiles([pdf('second.pdf'), pdf('third.pdf')]);
  await page.getByRole('button', { name: 'Remove second.pdf' }).click();
  await expect(page.getByRole('button', { name: 'Remove second.pdf' })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Removed second.pdf' })).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await send(page);
  await expect(page.getByText('Thank you!')).toBeVisible();
  const names = await product.sql('select name from enquiry_files order by position');
  expect(names.map(({ name }) => name)).toEqual(['first.pdf', 'third.pdf']);
});

test('a file that is wrong is told at once, and nothing is said any more when it is taken out', async ({ page }) => {
  await openForm(page);
  await field(page).setInputFiles([pdf('plan.pdf'), pdf('too large.pdf', 10 * MIB)]);
  await expect(page.getByText('too large.pdf is larger than 10 MiB')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Remove too large.pdf' }).click();
  await expect(page.getByText('too large.pdf is larger than 10 MiB')).toHaveCount(0);
  await send(page);
  await expect(page.getByText('Thank you!')).toBeVisible();
});

test('what is transparent in a drawing becomes white, not black', async ({ page, product }) => {
  const size = 3000;
  const drawing = await sharp({ create: { width: size, height: size, channels: 4, background: '#0000' } })
    .composite([{ input: randomBytes(900 * 900 * 3), raw: { width: 900, height: 900, channels: 3 } }])
    .webp({ lossless: true })
    .toBuffer();
  await openForm(page);
  await field(page).setInputFiles({ name: 'drawing.webp', mimeType: 'image/webp', buffer: drawing });
  await expect(page.getByRole('button', { name: 'Remove drawing.jpg' })).toBeVisible();
  const corner = await field(page).evaluate(async (input: HTMLInputElement) => {
    const picture = await createImageBitmap(input.files![0]!);
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.drawImage(picture, 4 - picture.width, 4 - picture.height);
    return [...context.getImageData(0, 0, 1, 1).data];
  });
  expect(corner).toEqual([255, 255, 255, 255]);
  expect(await product.sql('select 1 from messages')).toEqual([]);
});

test('a large picture is made smaller on the device', async ({ page, product }) => {
  await openForm(page);
  const taken = await field(page).evaluate(async (input) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [4000, 3000];
    const context = canvas.getContext('2d')!;
    for (let n = 0; n < 20_000; n++) {
      context.fillStyle = `hsl(${(n * 137) % 360} 80% 50%)`;
      context.fillRect((n * 397) % 4000, (n * 211) % 3000, 40, 30);
    }
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), 'image/jpeg', 1));
    const transfer = new DataTransfer();
    transfer.items.add(new File([blob], 'site.jpg', { type: 'image/jpeg' }));
    (input as HTMLInputElement).files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return blob.size;
  });
  expect(taken).toBeGreaterThan(MIB);
  const size = () => field(page).evaluate((input) => (input as HTMLInputElement).files![0]!.size);
  await expect.poll(size).toBeLessThan(taken * 0.6);
  await send(page);
  await expect(page.getByText('Thank you!')).toBeVisible();
  const [file] = await product.sql('select kind, size_bytes from enquiry_files');
  expect(file!.kind).toBe('jpeg');
  expect(file!.size_bytes).toBeLessThan(taken * 0.6);
});

test('each file shows how far it is, and sending can be stopped', async ({ page, product }) => {
  await openForm(page);
  await field(page).setInputFiles([pdf('one.pdf', 4 * MIB), pdf('two.pdf', 4 * MIB)]);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 600 * 1024 };
  await devtools.send('Network.emulateNetworkConditions', slow);
  await send(page);
  await expect(page.getByRole('progressbar', { name: 'one.pdf' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'two.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await expect(page.getByText('Sending stopped. Nothing was sent.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(filledIn.message);
  await expect(page.getByRole('button', { name: 'Remove one.pdf' })).toBeVisible();
  expect(await product.sql('select 1 from messages')).toEqual([]);
  await devtools.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await send(page);
  await expect(page.getByText('Thank you!')).toBeVisible();
  expect(await product.sql('select 1 from enquiry_files where message_id is not null')).toHaveLength(2);
});

test('browsers of 2022 send files as well, and say so when the connection breaks', async ({
  page,
  product,
  errors,
}) => {
  errors.expect(/ERR_FAILED/);
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'any');
    Reflect.deleteProperty(Response, 'json');
    Reflect.deleteProperty(String.prototype, 'toWellFormed');
  });
  await openForm(page);
  await field(page).setInputFiles(pdf('Lift plan.pdf'));
  await page.route(
    ({ pathname }) => pathname.startsWith(paths.contactForm),
    (route) => route.abort(),
    { times: 1 },
  );
  await send(page);
  await expect(page.getByRole('alert')).toContainText('Your message could not be sent.');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(filledIn.message);
  await send(page);
  await expect(page.getByText('Thank you!')).toBeVisible();
  expect(await product.sql('select name from enquiry_files')).toEqual([{ name: 'Lift plan.pdf' }]);
});

test('files chosen before the page was taken over are in the list', async ({ page, product }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/entry.client-*.js', (route) => held.then(() => route.continue()));
  await page.goto(paths.contactForm, { waitUntil: 'commit' });
  await field(page).setInputFiles(pdf('early.pdf'));
  letGo();
  await expect(page.getByRole('button', { name: 'Remove early.pdf' })).toBeVisible();
  await fill(page);
  await send(page);
  await expect(page.getByText('Thank you!')).toBeVisible();
  expect(await product.sql('select name from enquiry_files')).toEqual([{ name: 'early.pdf' }]);
});
