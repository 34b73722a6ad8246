import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openMenu } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { idOf, names, open, order, startWithThree } from '../support/manage-services.ts';

const { admin } = paths;
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

test('what a save changed is shown, an old state comes back, a deletion waits in the trash, and Undo may be too late', async ({
  page,
  product,
}) => {
  await startWithThree(page, product);
  const id = await idOf(product, names[0]!);
  await open(page, admin.editService(id));
  await page.getByLabel('Service Description').fill('What Alpha crane lifts');
  await page.getByRole('button', { name: 'Update Service' }).click();
  await expect(page.getByText('Service updated successfully')).toBeVisible();
  await openMenu(page, names[0]!);
  await page.getByRole('link', { name: `History of ${names[0]}` }).click();
  const states = page.getByRole('list', { name: 'Saved states, the newest first' }).getByRole('listitem');
  await expect(states).toHaveCount(2);
  await expect(states.nth(0)).toContainText('Current version');
  await expect(states.nth(0).getByRole('deletion')).toContainText('removed: does');
  await expect(states.nth(0).getByRole('insertion')).toContainText('added: lifts');
  await expectNoHorizontalScroll(page);
  await expectNoAxeViolations(page);
  await states.nth(1).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(admin.services);
  await expect(page.getByText('What Alpha crane does')).toBeVisible();

  await open(page, admin.deleteService(id));
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Service deleted successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Trash' }).click();
  const item = page.getByRole('list', { name: 'Deleted services' }).getByRole('listitem');
  await expect(item).toContainText(/Deleted by .*@example\.com, /);
  await expectNoHorizontalScroll(page);
  await expectNoAxeViolations(page);
  await item.getByRole('button', { name: `Restore ${names[0]}` }).click();
  await expect(page).toHaveURL(admin.services);
  await expect.poll(() => order(page)).toEqual([names[1], names[2], names[0]]);

  await page.getByRole('button', { name: `Move up ${names[0]}` }).click();
  await expect(page.getByText('Service order updated successfully')).toBeVisible();
  await product.sql('update services set display_order = display_order + 10');
  await undo(page).last().click(); // of the move: that of the restored one is still there
  await expect(page.getByRole('alert')).toContainText('This can no longer be undone');
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);
});
