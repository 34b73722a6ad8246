import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { open, startWithThree } from '../support/manage-services.ts';

test('the icon is chosen in a dialog with a search, by keyboard too; Escape closes it', async ({ page, product }) => {
  await startWithThree(page, product);
  await open(page);
  const add = page.getByRole('link', { name: 'Add Service' });
  const select = page.getByRole('button', { name: 'Select an icon' });
  const picker = page.getByRole('dialog', { name: 'Select an Icon' });
  const search = picker.getByLabel('Search icons');
  await add.press('Enter');
  await expect(page.getByLabel('Service Title')).toBeFocused();
  await select.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#icon-search')).toHaveCount(0); // removed, not hidden
  await expect(page.getByRole('dialog', { name: 'Add New Service' })).toHaveCount(1);
  await expect(select).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(paths.admin.services, { timeout: 1000 });
  }).toPass();
  await expect(add).toBeFocused();

  await add.click();
  await select.click();
  await expect(picker.getByRole('listitem')).toHaveCount(30);
  await expectNoAxeViolations(page);
  await search.fill('unicorn');
  await expect(picker.getByText('No icons found for "unicorn"')).toBeVisible();
  await picker.getByRole('button', { name: 'Clear search' }).click();
  await expect(picker.getByRole('listitem')).toHaveCount(30);
  await page.keyboard.type('hard h');
  await expect(picker.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'HardHat' })).toBeFocused();
  await page.getByRole('button', { name: 'Clear icon' }).press('Enter');
  await expect(select).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
  await expect(picker.getByRole('button', { name: 'Shield' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Shield' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker.getByRole('button', { pressed: true })).toHaveCSS('border-top-color', 'rgb(168, 82, 8)');
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await page.getByLabel('Service Title').fill('With icon');
  await page.getByLabel('Service Description').fill('x');
  await page.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Service added successfully')).toBeVisible();
  await expect.poll(() => product.sql.value("select icon from services where title = 'With icon'")).toBe('Shield');
});
