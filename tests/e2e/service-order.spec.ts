import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { handle, names, open, order, startWithThree, stored } from '../support/manage-services.ts';
import { hold } from '../support/site-page.ts';

test.beforeEach(({ page, product }) => startWithThree(page, product));

test('keys lift, move, drop and cancel, announced; quick moves count; the mouse drags', async ({ page, product }) => {
  await open(page);
  const said = page.locator('[aria-live="assertive"]');
  await handle(page, 'Alpha crane').focus();
  await page.keyboard.press('Space');
  await expect(said).toContainText('Alpha crane picked up at position 1 of 3.');
  await page.keyboard.press('ArrowDown');
  await expect(said).toHaveText('Alpha crane is at position 2 of 3.');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(said).toHaveText('Alpha crane is still at position 3 of 3.');
  await expect(handle(page, 'Alpha crane')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(said).toHaveText('Alpha crane is back at position 1 of 3.');
  expect(await order(page)).toEqual(names);
  expect(await stored(product)).toEqual(['1 Alpha crane', '2 Bravo hoist', '3 Charlie sling']);

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('Alpha crane dropped at position 2 of 3.');
  expect(await order(page)).toEqual(['Bravo hoist', 'Alpha crane', 'Charlie sling']);
  await expect(page.getByText('Service order updated successfully')).toBeVisible();
  expect(await stored(product)).toEqual(['1 Bravo hoist', '2 Alpha crane', '3 Charlie sling']);
  await expect(handle(page, 'Alpha crane')).toBeFocused();

  const up = page.getByRole('button', { name: 'Move up Charlie sling' });
  await up.click();
  await up.click();
  await expect(up).toBeFocused();
  await page.getByRole('button', { name: 'Move down Bravo hoist' }).click();
  expect(await order(page)).toEqual(['Charlie sling', 'Alpha crane', 'Bravo hoist']);
  await expect.poll(() => stored(product)).toEqual(['1 Charlie sling', '2 Alpha crane', '3 Bravo hoist']);

  const from = (await handle(page, 'Bravo hoist').boundingBox())!;
  const to = (await page.getByRole('listitem').filter({ hasText: 'Charlie sling' }).boundingBox())!;
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, to.y + 60, { steps: 12 });
  await page.mouse.move(from.x + 10, to.y + 10, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => stored(product)).toEqual(['1 Bravo hoist', '2 Charlie sling', '3 Alpha crane']);
  expect(await order(page)).toEqual(['Bravo hoist', 'Charlie sling', 'Alpha crane']);
});

test('a finger drags a service', async ({ browser, page, product, baseURL }) => {
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
  await expect.poll(async () => (await order(touched)).slice(0, 2)).toEqual(['Bravo hoist', 'Alpha crane']); // makes room
  await touch('touchEnd', 0);
  await expect.poll(() => stored(product)).toEqual(['1 Bravo hoist', '2 Alpha crane', '3 Charlie sling']);
  await phone.close();
});

test('after a move that is not stored the list is current, with a colleague’s change', async ({ page, product }) => {
  await open(page);
  await product.sql(`update services set content = 'Said by a colleague' where title = 'Alpha crane'`);
  const refused = 'add constraint refused check (display_order < 0) not valid';
  await product.sql(`alter table services ${refused}`);
  await page.getByRole('button', { name: 'Move up Charlie sling' }).click();
  await expect(page.getByText('Failed to update service order')).toBeVisible();
  await expect(page.getByText('Said by a colleague')).toBeVisible();
  await expect.poll(() => order(page)).toEqual(names);
  await product.sql('alter table services drop constraint refused');
  await page.getByRole('button', { name: 'Move down Alpha crane' }).click(); // the same button would be a double click
  await expect(page.getByText('Service order updated successfully')).toBeVisible();
});

test('the next page waits for quick moves, and asks on a slow line; a reload asks at once', async ({
  page,
  product,
}) => {
  await openAdmin(page, paths.admin.dashboard);
  await page.getByRole('link', { name: 'Manage Services' }).first().click();
  const dashboard = page.getByRole('link', { name: 'Dashboard Home' });
  const up = (title: string) => page.getByRole('button', { name: `Move up ${title}` });
  await up('Bravo hoist').click();
  await up('Charlie sling').click();
  await dashboard.click();
  await expect(page).toHaveURL(paths.admin.dashboard);
  expect(await stored(product)).toEqual(['1 Bravo hoist', '2 Charlie sling', '3 Alpha crane']);

  await page.goBack();
  const goOn = await hold(page, '**/*.data*', 'POST');
  await up('Alpha crane').click();
  await up('Alpha crane').click();
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  const saving = page.getByRole('dialog', { name: 'Still saving' });
  await dashboard.click();
  await expect(saving).toContainText('The next page opens once they are stored.');
  await expectNoAxeViolations(page);
  await saving.getByRole('button', { name: 'Stay here' }).click();
  await expect(saving).toHaveCount(0);
  expect(await order(page)).toEqual(['Alpha crane', 'Bravo hoist', 'Charlie sling']);
  await page.goBack();
  await expect(saving).toBeVisible();
  goOn();
  await expect(page).toHaveURL(paths.admin.dashboard);
  await expect(saving).toHaveCount(0);
  expect(await stored(product)).toEqual(['1 Alpha crane', '2 Bravo hoist', '3 Charlie sling']);
});
