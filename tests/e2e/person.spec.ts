import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago, emptyTables, happened } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNoAxeViolations } from '../support/page-checks.ts';
import { signIn } from '../support/signed-in.ts';

const ANN = 'ann.lee@example.net';
const NOTHING = 'Nothing is stored about this address.';
const { person, message } = paths.admin;

test.beforeEach(async ({ page, product }) => {
  await emptyTables(product.sql, 'messages');
  const [inbox, spam] = [
    { email: ANN, folder: 'inbox', subject: 'A column of 42 t', spam_reason: null, created_at: ago(7_200_000) },
    { email: 'Ann.Lee@Example.net', folder: 'spam', subject: 'Links', spam_reason: 'Caught: contains 9 links', created_at: ago(0) },
  ]; // prettier-ignore
  const other = { ...inbox, email: 'bo@example.net', subject: 'Girder' };
  await add(product.sql, 'messages', [inbox!, spam!, other]);
  await happened(product.sql, 1, 'note', 'e@example.com', 'Rang');
  await signIn(page, product, 'admin');
});

test('from an enquiry to all that is stored about who sent it, handed over and erased', async ({ page, product }) => {
  await openAdmin(page, message(1));
  await page.getByText('Details and activity').click();
  await page.getByRole('link', { name: 'Everything stored about this person' }).click();
  await expect(page).toHaveURL(person(ANN));
  await expect(page.locator('main')).toBeFocused(); // the keyboard goes on at the content
  await expect(page.getByRole('heading', { name: '2 enquiries' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'A column of 42 t' })).toContainText('1 note');
  await expect(page.getByRole('listitem').filter({ hasText: 'Links' })).toContainText('Suspected spam');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('person.json');

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
