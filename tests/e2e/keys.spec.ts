import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago, emptyTables } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNoAxeViolations } from '../support/page-checks.ts';
import { signIn } from '../support/signed-in.ts';

test.beforeEach(async ({ page, product }) => {
  await emptyTables(product.sql, 'messages');
  const row = (name: string, n: number) => ({ name, subject: name, created_at: ago((n + 1) * 60_000) });
  await add(product.sql, 'messages', ['First', 'Second', 'Third'].map(row));
  await signIn(page, product, 'admin');
});

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve());
const heading = (page: Page, name: string) => page.getByRole('dialog').getByRole('heading', { name });

test('go through enquiries, open and answer, and are listed', async ({ page }) => {
  await openAdmin(page, paths.admin.messages);
  await press(page, '?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Next enquiry');
  await expectNoAxeViolations(page);
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await press(page, 'j', 'j');
  await expect(page.getByRole('checkbox', { name: /from Second/ })).toBeFocused();
  await press(page, 'k');
  await expect(page.getByRole('checkbox', { name: /from First/ })).toBeFocused();
  await press(page, 'Control+o', 'Alt+j');
  await expect(page.getByRole('checkbox', { name: /from First/ })).toBeFocused();
  await press(page, 'o');
  await expect(heading(page, 'First')).toBeVisible();
  await press(page, 'j');
  await expect(heading(page, 'Second')).toBeVisible();
  await press(page, 'r');
  await expect(page.getByLabel('Reply', { exact: true })).toBeFocused();
  await press(page, 'e', 'k');
  await expect(page.getByLabel('Reply', { exact: true })).toHaveValue('ek');
  await page.getByLabel('Reply', { exact: true }).fill('');
  await page.getByLabel('Reply', { exact: true }).blur();
  await press(page, 'e');
  const said = page.getByRole('dialog').getByText(/^Answered/);
  await expect(said.first()).toBeVisible();
});

test('answer, put off and reply to the enquiry of the row that has the focus', async ({ page, product }) => {
  await openAdmin(page, `${paths.admin.messages}?view=waiting`);
  await press(page, 'j', 'e');
  const answered = () => product.sql('select name from messages where answered_at is not null');
  await expect.poll(answered).toEqual([{ name: 'Third' }]); // the oldest waits at the top
  await press(page, 'j', 'l');
  await expect(page.locator('#until')).toBeFocused();
});

test('lead to the search, and wait while somebody types', async ({ page }) => {
  await openAdmin(page, paths.admin.messages);
  await press(page, '/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await press(page, 'j', '?'); // typed
  await expect(page.getByRole('searchbox')).toHaveValue('j?');
});

test('do nothing for whoever has turned them off', async ({ page }) => {
  await openAdmin(page, paths.admin.preferences);
  await page.getByLabel('Keyboard shortcuts').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name and keys saved')).toBeVisible();
  await openAdmin(page, paths.admin.messages);
  await press(page, '?', '/', 'j');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('searchbox')).not.toBeFocused();
});
