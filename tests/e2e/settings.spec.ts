import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago, DAY_MS, emptyTables } from '../support/content.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { hold } from '../support/site-page.ts';
import { signIn } from '../support/signed-in.ts';

const { settings } = paths.admin;
const asDelivered =
  'update settings set acknowledgement = false, retention_months = null, mail_to = null, version = version + 1';

test.beforeEach(async ({ page, product }) => {
  await emptyTables(product.sql, 'messages');
  await product.sql(asDelivered);
  await signIn(page, product, 'admin');
});
test.afterAll(({ product }) => product.sql(asDelivered));

const acknowledge = (page: Page) => page.getByRole('checkbox', { name: 'Acknowledge enquiries by mail' });
const retention = (page: Page) => page.getByRole('combobox', { name: 'Delete enquiries older than' });
const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' });
const saveAllTheSame = (page: Page) => page.getByRole('button', { name: 'Save all the same' });

test('do not delete by a slip: how many is said first', async ({ page, product }) => {
  await add(product.sql, 'messages', [{ created_at: ago(400 * DAY_MS) }, { created_at: ago(800 * DAY_MS) }]);
  await openAdmin(page, settings);
  await retention(page).selectOption('12 months');
  await acknowledge(page).check();
  await save(page).click();
  const question = page.getByRole('region', { name: 'Not saved yet' });
  await expect(question).toContainText('2 enquiries are older than 12 months and will be deleted tonight, for good.');
  await expect(question).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);
  await expectFits(page);
  await expect(save(page)).toBeHidden();
  await retention(page).selectOption('24 months');
  await expect(saveAllTheSame(page)).toBeHidden();
  await save(page).click();
  await expect(question).toContainText('1 enquiry is older than 24 months');
  await expect(acknowledge(page)).toBeChecked();
  await saveAllTheSame(page).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(await product.sql('select acknowledgement, retention_months from settings')).toEqual([
    { acknowledgement: true, retention_months: 24 },
  ]);
  await expect(save(page)).toBeFocused(); // in the place of the button that went
});

test('what is typed above the settings of another admin stays, whenever those come', async ({ page, product }) => {
  await openAdmin(page, settings);
  await product.sql('update settings set retention_months = 36, version = version + 1');
  const goOn = await hold(page, '**/*.data*', 'GET');
  await acknowledge(page).check();
  await save(page).click();
  await expect(page.getByRole('region', { name: 'Saved by someone else' })).toBeVisible();
  await retention(page).focus();
  await retention(page).selectOption('12 months');
  await expect(save(page)).toBeDisabled();
  goOn();
  await expect(save(page)).toBeEnabled();
  await expect(retention(page)).toHaveValue('12');
  await expect(retention(page)).toBeFocused();
  const theirs = page.getByRole('region', { name: 'Saved by someone else' });
  await expect(theirs).toContainText('36 months');
  await expectNoAxeViolations(page);
  await expectFits(page);
  await theirs.getByRole('link', { name: 'go back to theirs' }).click();
  await expect(retention(page)).toHaveValue('36');
  await expect(acknowledge(page)).not.toBeChecked();
});
