import type { Route } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { idOf, names, open, order, startWithThree, stored } from '../support/manage-services.ts';

test.beforeEach(({ page, product }) => startWithThree(page, product));

test('what somebody has changed is saved over, and deleted, only once that has been seen', async ({
  page,
  product,
}) => {
  const id = await idOf(product, 'Bravo hoist');
  await open(page, paths.admin.editService(id));
  await page.getByLabel('Service Title').fill('Mine');
  await product.sql("update services set title = 'Theirs', version = version + 1 where id = $1", [id]);
  await page.getByRole('button', { name: 'Update Service' }).click();
  await expect(page.getByRole('region', { name: 'Saved by someone else' })).toContainText('Theirs');
  await expect(page.getByLabel('Service Title')).toHaveValue('Mine');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Update Service' }).click();
  await expect(page.getByText('Service updated successfully')).toBeVisible();
  expect(await stored(product)).toContain('2 Mine');

  await open(page, paths.admin.deleteService(id));
  const dialog = page.getByRole('dialog', { name: 'Delete Service' });
  await expect(dialog.getByText('Are you sure you want to delete "Mine"?')).toBeVisible();
  await product.sql("update services set title = 'Theirs', content = 'New words', version = 9 where id = $1", [id]);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Changed by someone else');
  await expect(dialog.getByText('Are you sure you want to delete "Theirs"?')).toBeVisible();
  await expect(dialog.getByText('New words')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Service deleted successfully')).toBeVisible();
  expect(await stored(product)).toEqual(['1 Alpha crane', '3 Charlie sling']);
});

test('what gets no answer is told, and the order and what was typed stay', async ({ page, errors }) => {
  errors.expect(/ERR_FAILED/);
  await open(page);
  const cut = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.fallback());
  await page.route('**/*', cut);
  await page.getByRole('button', { name: 'Move up Charlie sling' }).click();
  await expect(page.getByText('Failed to update service order')).toBeVisible();
  expect(await order(page)).toEqual(names);
  await page.getByRole('link', { name: 'Add Service' }).click();
  await page.getByLabel('Service Title').fill('Kept');
  await page.getByLabel('Service Description').fill('Kept too');
  await page.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save service' })).toBeVisible();
  await expect(page.getByLabel('Service Description')).toHaveValue('Kept too');
  await page.unroute('**/*', cut);
  await page.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Service added successfully')).toBeVisible();
});
