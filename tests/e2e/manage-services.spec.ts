import type { Route } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { discardTyping, hasScripts } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import {
  breakTable,
  idOf,
  mendTable,
  names,
  open,
  order,
  scripted,
  startWithThree,
  stored,
} from '../support/manage-services.ts';

test.beforeEach(({ page, product }) => startWithThree(page, product));
test.afterEach(({ product }) => mendTable(product));

test('the list shows each service with its icon, text, date and what can be done', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Services' })).toBeVisible();
  expect(await order(page)).toEqual(names);
  const first = page.getByRole('listitem').filter({ hasText: names[0] });
  await expect(first).toContainText('What Alpha crane does');
  await expect(first).toContainText('Icon: Truck');
  await expect(first).toContainText(/Created \d{1,2} \w+ \d{4}/);
  for (const name of ['Edit', 'Delete']) await expect(first.getByRole('link', { name })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
});

test('an empty list says so and what to do next', async ({ page, product }) => {
  await product.sql('truncate services');
  await page.goto(paths.admin.services);
  await expect(page.getByRole('heading', { name: 'No services created yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Add the first service' }).click();
  await expect(page).toHaveURL(paths.admin.newService);
});

test('a service is added at the end, and the public page shows it at once', async ({ page, product }) => {
  await open(page);
  await page.getByRole('link', { name: 'Add Service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Service' });
  await expect(dialog.getByRole('heading').first()).toBeVisible();
  await scripted(page);
  await expectNoHorizontalScroll(page);
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Service Title').fill('Delta davit');
  await dialog.getByLabel('Service Description').fill('Lifts boats');
  await dialog.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Service added successfully')).toBeVisible();
  await expect(page).toHaveURL(paths.admin.services);
  expect(await stored(product)).toEqual(['1 Alpha crane', '2 Bravo hoist', '3 Charlie sling', '4 Delta davit']);
  await page.goto(paths.services);
  await expect(page.getByRole('heading', { name: 'Delta davit' })).toBeVisible();
});

test('a service without a title or description is refused, and what was typed stays', async ({ page }) => {
  await open(page, paths.admin.newService);
  await page.getByLabel('Service Title').fill('Only a title');
  await page.getByRole('button', { name: 'Add Service' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Missing information');
  await expect(alert).toContainText('Please provide both title and description');
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel('Service Title')).toHaveValue('Only a title');
  await expect(page.getByLabel('Service Description')).toHaveAttribute('aria-invalid', 'true');
  await expectNoAxeViolations(page);
});

test('a service is edited', async ({ page, product }) => {
  await open(page);
  await page.getByRole('link', { name: 'Edit Alpha crane' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Service' });
  await expect(dialog.getByRole('heading').first()).toBeVisible();
  await scripted(page);
  await expect(dialog.getByLabel('Service Title')).toHaveValue('Alpha crane');
  await expectNoHorizontalScroll(page);
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Service Title').fill('Alpha crane & co');
  await dialog.getByRole('button', { name: 'Update Service' }).click();
  await expect(page.getByText('Service updated successfully')).toBeVisible();
  const [row] = await product.sql('select title, icon, display_order from services order by display_order limit 1');
  expect(row).toEqual({ title: 'Alpha crane & co', icon: 'Truck', display_order: 1 });
});

test('two editors: the second sees both versions and decides', async ({ page, product }) => {
  const id = await idOf(product, 'Bravo hoist');
  await open(page, paths.admin.editService(id));
  await page.getByLabel('Service Title').fill('Mine');
  await product.sql("update services set title = 'Theirs', version = version + 1 where id = $1", [id]);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Update Service' }).click();
  expect((await answer).status()).toBe(409);
  await expect(page.getByRole('region', { name: 'Saved by someone else' })).toContainText('Theirs');
  await expect(page.getByLabel('Service Title')).toHaveValue('Mine');
  expect(await stored(product)).toContain('2 Theirs');
  await expectNoHorizontalScroll(page);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Update Service' }).click();
  await expect(page.getByText('Service updated successfully')).toBeVisible();
  expect(await stored(product)).toContain('2 Mine');
});

test('a service that somebody has changed is deleted only once that has been seen', async ({ page, product }) => {
  const id = await idOf(product, 'Bravo hoist');
  await open(page, paths.admin.deleteService(id));
  await expect(page.getByText('Are you sure you want to delete "Bravo hoist"?')).toBeVisible();
  await product.sql("update services set title = 'Theirs', content = 'New words', version = 2 where id = $1", [id]);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  const dialog = page.getByRole('dialog', { name: 'Delete Service' });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  expect((await answer).status()).toBe(409);
  await expect(dialog.getByRole('alert')).toContainText('Changed by someone else');
  await expect(dialog.getByText('Are you sure you want to delete "Theirs"?')).toBeVisible();
  await expect(dialog.getByText('New words')).toBeVisible();
  expect(await stored(product)).toContain('2 Theirs');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Service deleted successfully')).toBeVisible();
  expect(await stored(product)).toEqual(['1 Alpha crane', '3 Charlie sling']);
});

test('closing a dialog resets its form', async ({ page }) => {
  await open(page);
  for (const [opener, name, title] of [
    ['Add Service', 'Add New Service', ''],
    ['Edit Alpha crane', 'Edit Service', 'Alpha crane'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name });
    const openIt = async () => {
      await page.getByRole('link', { name: opener }).click();
      await expect(dialog.getByRole('heading').first()).toBeVisible();
      await scripted(page);
    };
    for (const way of ['Close', 'Cancel']) {
      await openIt();
      await expect(dialog.getByLabel('Service Title')).toHaveValue(title);
      await dialog.getByLabel('Service Title').fill('Given up');
      await dialog.getByLabel('Service Description').fill('Given up');
      await dialog
        .getByLabel(way)
        .or(dialog.getByRole('link', { name: way }))
        .click();
      await discardTyping(page);
      await expect(dialog).toHaveCount(0);
    }
    await openIt();
    await expect(dialog.getByLabel('Service Title')).toHaveValue(title);
    await expect(dialog.getByText('Given up')).toHaveCount(0);
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  }
});

test('deleting asks first, with the safe button focused', async ({ page, product }) => {
  await open(page);
  await page.getByRole('link', { name: 'Delete Bravo hoist' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Service' });
  await expect(dialog).toContainText('Are you sure you want to delete "Bravo hoist"?');
  await scripted(page);
  if (!(await hasScripts(page))) await page.reload(); // the browser moves the focus on a load, not before
  await expect(dialog.getByRole('link', { name: 'Cancel' })).toBeFocused();
  await expectNoAxeViolations(page);
  await dialog.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(paths.admin.services);
  await page.getByRole('link', { name: 'Delete Bravo hoist' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Service deleted successfully')).toBeVisible();
  expect(await stored(product)).toEqual(['1 Alpha crane', '3 Charlie sling']);
});

test('what gets no answer is told, and the order and what was typed stay @js', async ({ page, errors }) => {
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

test('what the database does not take is told, with everything typed still there', async ({ page, product }) => {
  await breakTable(product, 'insert or update or delete');
  await open(page, paths.admin.newService);
  await page.getByLabel('Service Title').fill('Kept');
  await page.getByLabel('Service Description').fill('Kept too');
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Add Service' }).click();
  expect((await answer).status()).toBe(503);
  await expect(page.getByRole('alert')).toContainText('Failed to save service');
  await expect(page.getByLabel('Service Title')).toHaveValue('Kept');
  await open(page, paths.admin.deleteService(await idOf(product, 'Bravo hoist')));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to delete service');
});

test('a list that cannot be read is told', async ({ page, product }) => {
  await product.sql('alter table services rename column display_order to gone');
  try {
    const answer = await page.goto(paths.admin.services);
    expect(answer!.status()).toBe(503);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch services');
  } finally {
    await product.sql('alter table services rename column gone to display_order');
  }
});

test('a form sent twice by an impatient press adds one service @no-js', async ({ page, product }) => {
  await page.goto(paths.admin.newService);
  const formId = await page.locator('input[name=formId]').inputValue();
  const form = { formId, title: 'Pressed twice', content: 'x', icon: '' };
  for (let press = 0; press < 2; press++) {
    const headers = { origin: product.url };
    const answer = await page.request.post(paths.admin.newService, { form, headers, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
  }
  expect(await product.sql("select 1 from services where title = 'Pressed twice'")).toHaveLength(1);
});

test('what no form of ours sends is refused @no-js', async ({ page, product }) => {
  const post = async (address: string, form: Record<string, string>) =>
    (await page.request.post(address, { form, headers: { origin: product.url }, maxRedirects: 0 })).status();
  const good = { title: 'Echo', content: 'x' };
  expect(await post(paths.admin.newService, { ...good, icon: 'Skull' })).toBe(400);
  expect(await post(paths.admin.newService, { ...good, icon: '', id: '77', display_order: '500', version: '9' })).toBe(
    303,
  );
  const [row] = await product.sql("select id, display_order, icon, version from services where title = 'Echo'");
  expect(row).toMatchObject({ display_order: 4, icon: null, version: 1 });
  expect(row!.id).not.toBe(77);
  for (const address of [
    paths.admin.editService(999_999),
    paths.admin.deleteService(999_999),
    '/admin/services/abc/edit',
  ]) {
    expect((await page.request.get(address)).status()).toBe(404);
    expect(await post(address, { ...good, version: '1' })).toBe(404);
  }
  expect(await post(paths.admin.services, { id: '999999', before: '' })).toBe(404);
  expect(await post(paths.admin.services, { id: 'x' })).toBe(400);
  expect(await post(paths.admin.services, { id: String(row!.id), before: '999999' })).toBe(409);
});
