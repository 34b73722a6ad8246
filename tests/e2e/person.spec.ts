import fs from 'node:fs';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago, emptyTables, happened } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNoAxeViolations, expectNoHorizontalScroll } from '../support/page-checks.ts';
import { signIn } from '../support/signed-in.ts';

const ANN = 'ann.lee@example.net';
const NOTHING = 'Nothing is stored about this address.';
const { person, message } = paths.admin;

test.beforeEach(async ({ page, product }) => {
  await emptyTables(product.sql, 'messages');
  const [inbox, spam] = [
    { email: ANN, folder: 'inbox', subject: 'A column of 42 t', spam_reason: null, created_at: ago(7_200_000) },
    { email: 'Ann.Lee@Example.net', folder: 'spam', subject: 'Links', spam_reason: 'It has 9 links.', created_at: ago(0) },
  ]; // prettier-ignore
  const other = { ...inbox, email: 'bo@example.net', subject: 'Girder' };
  await add(product.sql, 'messages', [inbox!, spam!, other]);
  await happened(product.sql, 1, 'note', 'e@example.com', 'Rang');
  await signIn(page, product, 'admin');
});

test('from an enquiry to all that is stored about who sent it, handed over and erased', async ({ page, product }) => {
  await openAdmin(page, message(1));
  await page.getByRole('link', { name: 'All that is stored about this person' }).click();
  await expect(page).toHaveURL(person(ANN));
  await expect(page.getByRole('heading', { name: '2 enquiries' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'A column of 42 t' })).toContainText('1 note');
  await expect(page.getByRole('listitem').filter({ hasText: 'Links' })).toContainText('Suspected spam');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('person.json');
  const { enquiries } = JSON.parse(fs.readFileSync(await file.path(), 'utf8')) as { enquiries: unknown[] };
  expect(enquiries).toHaveLength(2);

  const again = page.getByRole('textbox', { name: 'Type the address again' });
  await again.fill('bo@example.net');
  await page.getByRole('button', { name: 'Erase' }).click();
  await expect(again).toHaveValue('bo@example.net');
  await expect(again).toHaveAccessibleDescription(/This is not the address above/);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(again).toBeFocused();
  await expectNoAxeViolations(page);
  expect(await product.sql('select id from messages')).toHaveLength(3);

  await again.fill(ANN);
  await page.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('Erased 2 enquiries')).toBeVisible();
  await expect(page).toHaveURL(paths.admin.messages);
  await expect(page.getByRole('row').filter({ hasText: 'Girder' })).toBeVisible();
  await expect(page.getByText('A column of 42 t')).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('ann.lee');
  await page.goto(person(ANN));
  await expect(page.getByText(NOTHING)).toBeVisible();
});

test('an address is typed in, known or not', async ({ page }) => {
  await openAdmin(page, person());
  const field = page.getByRole('textbox', { name: 'Email address' });
  await field.fill('nobody@example.net');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText(NOTHING)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase' })).toHaveCount(0);
  await field.fill('BO@example.net');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: '1 enquiry' })).toBeVisible();
  await expect(field).toHaveValue('BO@example.net');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: '1 enquiry found' })).toBeAttached();
  await expect(field).toBeFocused();
});

test('with an address, without one and with one unknown it fits a phone and has no accessibility violation', async ({
  page,
  product,
}) => {
  await product.sql(`update messages set subject = repeat('W', 300) where id = 1`);
  for (const [path, text] of [
    [person(ANN), '2 enquiries'],
    [person(), 'Email address'],
    [person(`${'long'.repeat(50)}@example.net`), NOTHING],
  ] as const) {
    await openAdmin(page, path);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectNoAxeViolations(page);
  }
});
