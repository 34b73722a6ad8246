import type { Page, Route } from '@playwright/test';
import { paths } from '#app/paths.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  test,
  type ProductUnderTest,
} from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

const names = ['Alpha crane', 'Bravo hoist', 'Charlie sling'];

test.beforeEach(async ({ page, product }) => {
  await product.sql('truncate services');
  for (const [i, title] of names.entries()) {
    await product.sql('insert into services (title, content, icon, display_order) values ($1, $2, $3, $4)', [
      title,
      `What ${title} does`,
      i === 0 ? 'Truck' : null,
      i + 1,
    ]);
  }
  await signIn(page, product, 'editor');
});

const open = async (page: Page, address: string = paths.admin.services) => {
  const answer = await page.goto(address);
  await scripted(page);
  return answer!;
};
/** Waits for what scripts add, where they run. */
async function scripted(page: Page) {
  if (!(await hasScripts(page))) return;
  if (new URL(page.url()).pathname === paths.admin.services) await expect(handle(page, names[0]!)).toBeVisible();
  else await expect(page.locator('[data-headlessui-state]').first()).toBeAttached();
}
const hasScripts = (page: Page) => page.evaluate(() => matchMedia('(scripting: enabled)').matches);
const handle = (page: Page, title: string) => page.getByRole('button', { name: `Drag to reorder: ${title}` });
const order = (page: Page) =>
  page.getByRole('list', { name: 'Services in their order' }).getByRole('heading').allTextContents();
const stored = async (product: ProductUnderTest) =>
  (await product.sql('select title, display_order from services order by display_order')).map(
    ({ title, display_order }) => `${display_order} ${title}`,
  );
const idOf = async (product: ProductUnderTest, title: string) =>
  Number((await product.sql('select id from services where title = $1', [title]))[0]!.id);
const breakTable = (product: ProductUnderTest, on: string) =>
  product.sql(`create or replace function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger broken before ${on} on services for each row execute function fail();`);
const mendTable = (product: ProductUnderTest) => product.sql('drop trigger if exists broken on services');
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

test('the buttons move a service', async ({ page, product }) => {
  await open(page);
  await page.getByRole('button', { name: 'Move up Charlie sling' }).click();
  await expect(page.getByText('Service order updated successfully')).toBeVisible();
  expect(await order(page)).toEqual(['Alpha crane', 'Charlie sling', 'Bravo hoist']);
  expect(await stored(product)).toEqual(['1 Alpha crane', '2 Charlie sling', '3 Bravo hoist']);
  await page.getByRole('button', { name: 'Move down Alpha crane' }).click();
  await expect.poll(() => stored(product)).toEqual(['1 Charlie sling', '2 Alpha crane', '3 Bravo hoist']);
  await page.goto(paths.services);
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /crane|hoist|sling/ })).toHaveText([
    'Charlie sling',
    'Alpha crane',
    'Bravo hoist',
  ]);
});

test('quick moves are all stored, one after the other @js', async ({ page, product }) => {
  await open(page);
  const up = page.getByRole('button', { name: 'Move up Charlie sling' });
  await up.click();
  await up.click();
  await expect(up).toBeFocused();
  await page.getByRole('button', { name: 'Move down Alpha crane' }).click();
  expect(await order(page)).toEqual(['Charlie sling', 'Bravo hoist', 'Alpha crane']);
  await expect.poll(() => stored(product)).toEqual(['1 Charlie sling', '2 Bravo hoist', '3 Alpha crane']);
});

test('the keyboard lifts, moves, puts down and puts back, and says each step @js', async ({ page, product }) => {
  await open(page);
  const said = page.locator('[aria-live="assertive"]');
  await handle(page, 'Alpha crane').focus();
  await page.keyboard.press('Space');
  await expect(said).toContainText('Alpha crane is lifted at position 1 of 3.');
  await page.keyboard.press('ArrowDown');
  await expect(said).toHaveText('Alpha crane is at position 2 of 3.');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(said).toHaveText('Alpha crane is still at position 3 of 3.');
  await expect(handle(page, 'Alpha crane')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(said).toHaveText('Alpha crane was put back at position 1 of 3.');
  expect(await order(page)).toEqual(names);
  expect(await stored(product)).toEqual(['1 Alpha crane', '2 Bravo hoist', '3 Charlie sling']);

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('Alpha crane was put down at position 2 of 3.');
  expect(await order(page)).toEqual(['Bravo hoist', 'Alpha crane', 'Charlie sling']);
  await expect(page.getByText('Service order updated successfully')).toBeVisible();
  expect(await stored(product)).toEqual(['1 Bravo hoist', '2 Alpha crane', '3 Charlie sling']);
  await expect(handle(page, 'Alpha crane')).toBeFocused();
});

test('the mouse drags a service @js', async ({ page, product }) => {
  await open(page);
  const from = (await handle(page, 'Charlie sling').boundingBox())!;
  const to = (await page.getByRole('listitem').filter({ hasText: 'Alpha crane' }).boundingBox())!;
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, to.y + 60, { steps: 12 });
  await page.mouse.move(from.x + 10, to.y + 10, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => stored(product)).toEqual(['1 Charlie sling', '2 Alpha crane', '3 Bravo hoist']);
  expect(await order(page)).toEqual(['Charlie sling', 'Alpha crane', 'Bravo hoist']);
  await expect(page.getByText('Service order updated successfully')).toBeVisible();
});

test('a finger drags a service @js', async ({ browser, page, product, baseURL }) => {
  const phone = await browser.newContext({
    baseURL,
    hasTouch: true,
    viewport: { width: 360, height: 800 },
    storageState: await page.context().storageState(),
  });
  const touched = await phone.newPage();
  await open(touched);
  const client = await phone.newCDPSession(touched);
  const from = (await handle(touched, 'Alpha crane').boundingBox())!;
  const to = (await touched.getByRole('listitem').filter({ hasText: 'Bravo hoist' }).boundingBox())!;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 15, y }] });
  await touch('touchStart', from.y + 10);
  for (let y = from.y + 10; y < to.y + to.height - 20; y += 12) {
    await touch('touchMove', y);
    await touched.waitForTimeout(20); // a finger moves from frame to frame
  }
  await touch('touchEnd', 0);
  await expect.poll(() => stored(product)).toEqual(['1 Bravo hoist', '2 Alpha crane', '3 Charlie sling']);
  await phone.close();
});

test('an order that cannot be stored is told, and the list comes back as it is', async ({ page, product }) => {
  await open(page);
  await breakTable(product, 'update');
  await page.getByRole('button', { name: 'Move up Charlie sling' }).click();
  await expect(page.getByText('Failed to update service order')).toBeVisible();
  await expect.poll(() => order(page)).toEqual(names);
  await mendTable(product);
  await page.getByRole('button', { name: 'Move up Charlie sling' }).click();
  await expect(page.getByText('Service order updated successfully')).toBeVisible();
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

test('the icon is chosen in a dialog with a search @js', async ({ page, product }) => {
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
  await page.getByRole('button', { name: 'Clear icon' }).click();
  await page.getByRole('button', { name: 'Select an icon' }).click();
  await picker.getByRole('button', { name: 'Gauge' }).click();
  await page.getByLabel('Service Title').fill('With icon');
  await page.getByLabel('Service Description').fill('x');
  await page.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Service added successfully')).toBeVisible();
  expect((await product.sql("select icon from services where title = 'With icon'"))[0]).toEqual({ icon: 'Gauge' });
});

test('the icon is chosen by keyboard alone @js', async ({ page }) => {
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

test('Escape closes the picker, then the dialog, and the focus goes back @js', async ({ page }) => {
  await open(page);
  const add = page.getByRole('link', { name: 'Add Service' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Service Title')).toBeFocused();
  await page.getByRole('button', { name: 'Select an icon' }).click();
  await expect(page.getByLabel('Search icons')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Select an Icon' })).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Add New Service' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Select an icon' })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(paths.admin.services, { timeout: 1000 });
  }).toPass();
  await expect(add).toBeFocused();
});

test('the icon is one of 30 in a plain list @no-js', async ({ page, product }) => {
  await page.goto(paths.admin.newService);
  await expect(page.getByRole('radio')).toHaveCount(31);
  await page.getByRole('radio', { name: 'Gauge' }).check();
  await page.getByLabel('Service Title').fill('With icon');
  await page.getByLabel('Service Description').fill('x');
  await page.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Service added successfully')).toBeVisible();
  expect((await product.sql("select icon from services where title = 'With icon'"))[0]).toEqual({ icon: 'Gauge' });
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
