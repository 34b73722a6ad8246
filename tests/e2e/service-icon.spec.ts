import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { mendTable, open, startWithThree } from '../support/manage-services.ts';

test.beforeEach(({ page, product }) => startWithThree(page, product));
test.afterEach(({ product }) => mendTable(product));

test('the icon is chosen in a dialog with a search', async ({ page, product }) => {
  await open(page, paths.admin.newService);
  await page.getByRole('button', { name: 'Select an icon' }).click();
  const picker = page.getByRole('dialog', { name: 'Select an Icon' });
  await expect(picker.getByRole('listitem')).toHaveCount(30);
  await expectNoAxeViolations(page);
  await picker.getByLabel('Search icons').fill('unicorn');
  await expect(picker.getByText('No icons found for "unicorn"')).toBeVisible();
  await picker.getByRole('button', { name: 'Clear search' }).click();
  await expect(picker.getByRole('listitem')).toHaveCount(30);
  await page.keyboard.type('hard h');
  await expect(picker.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'HardHat' })).toBeFocused();
  await page.getByRole('button', { name: 'Clear icon' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Select an icon' })).toBeFocused();
  await page.getByRole('button', { name: 'Select an icon' }).click();
  await picker.getByRole('button', { name: 'Gauge' }).click();
  await page.getByLabel('Service Title').fill('With icon');
  await page.getByLabel('Service Description').fill('x');
  await page.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Service added successfully')).toBeVisible();
  expect((await product.sql("select icon from services where title = 'With icon'"))[0]).toEqual({ icon: 'Gauge' });
});

test('the icon is chosen by keyboard alone', async ({ page }) => {
  await open(page, paths.admin.newService);
  await page.getByRole('button', { name: 'Select an icon' }).focus();
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog', { name: 'Select an Icon' });
  await expect(picker.getByLabel('Search icons')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(picker.getByRole('button', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(picker.getByRole('button', { name: 'Shield' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Shield' })).toBeFocused();
  await expect(page.locator('input[name=icon]')).toHaveValue('Shield');
});

test('Escape closes the picker, then the dialog, and the focus goes back', async ({ page }) => {
  await open(page);
  const add = page.getByRole('link', { name: 'Add Service' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Service Title')).toBeFocused();
  await page.getByRole('button', { name: 'Select an icon' }).click();
  await expect(page.getByLabel('Search icons')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#icon-search')).toHaveCount(0); // gone, not only hidden
  await expect(page.getByRole('dialog', { name: 'Add New Service' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Select an icon' })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(paths.admin.services, { timeout: 1000 });
  }).toPass();
  await expect(add).toBeFocused();
});
