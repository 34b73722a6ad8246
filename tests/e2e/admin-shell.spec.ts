import type { Page } from '@playwright/test';
import { sectionsFor } from '#app/admin/sections.ts';
import { paths } from '#app/paths.ts';
import { openAdmin, waitForShell } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoLayoutShift, holdFonts, test } from '../support/fixtures.ts';
import { add, emptyTables } from '../support/content.ts';
import { signIn } from '../support/signed-in.ts';

const sidebar = (page: Page) => page.locator('#sidebar');
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())!.width;
const phone = { width: 360, height: 780 };

test('role badges have the specified colours: red, the default navy, quiet', async ({ page, product }) => {
  const colours: Record<string, string> = {};
  for (const role of ['admin', 'editor', 'viewer'] as const) {
    await signIn(page, product, role);
    await openAdmin(page, paths.admin.account);
    const badge = page.getByRole('banner').locator('[data-role]');
    colours[role] = await badge.evaluate((element) => getComputedStyle(element).backgroundColor);
  }
  expect(colours).toEqual({ admin: 'rgb(180, 35, 24)', editor: 'rgb(11, 34, 57)', viewer: 'rgb(232, 238, 244)' });
});

test('the sidebar collapses and stays so: a cookie for 7 days that the server reads', async ({
  page,
  product,
  context,
}) => {
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  expect(await widthOf(page)).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(() => widthOf(page)).toBe(48);
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar:state')!;
  expect(cookie.value).toBe('false');
  expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(604_000);
  expect(cookie.expires - Date.now() / 1000).toBeLessThanOrEqual(604_800);

  const html = await (await page.request.get(paths.admin.dashboard)).text();
  expect(html).toContain('data-sidebar="collapsed"'); // the first paint is right
  await openAdmin(page, paths.admin.account);
  expect(await widthOf(page)).toBe(48);

  // collapsed, the names are tooltips, and still the links' names
  const services = page.getByRole('link', { name: 'Manage Services' });
  const name = services.getByText('Manage Services');
  await expect(name).toHaveCSS('opacity', '0');
  await services.hover();
  await expect(name).toHaveCSS('opacity', '1');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(() => widthOf(page)).toBe(256);
  expect((await context.cookies()).find(({ name: each }) => each === 'sidebar:state')!.value).toBe('true');
});

test('Ctrl+B and Cmd+B toggle the sidebar, Escape puts a tooltip away', async ({ page, product }) => {
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  await page.keyboard.press('Control+b');
  await expect.poll(() => widthOf(page)).toBe(48);
  await page.keyboard.press('b');
  await page.keyboard.press('Meta+b');
  await expect.poll(() => widthOf(page)).toBe(256);
  await page.keyboard.press('Control+b');
  const [, before, next] = sectionsFor('admin').map(({ name }) => name);
  await page.getByRole('link', { name: before }).focus();
  await page.keyboard.press('Tab');
  const tooltip = page.getByRole('link', { name: next }).getByText(next!);
  await expect(tooltip).toHaveCSS('opacity', '1');
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCSS('opacity', '0');
});

test('below 768 px the sidebar is a sheet of 18rem that a button opens', async ({ page, product }) => {
  await page.setViewportSize(phone);
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  await expect(sidebar(page)).toBeHidden();
  await page.locator('header').getByLabel('Open menu').click();
  await expect(sidebar(page)).toBeVisible();
  await expect.poll(async () => (await sidebar(page).boundingBox())!.x).toBe(0);
  expect(await widthOf(page)).toBe(288);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Close menu' }).click();
  await expect(sidebar(page)).toBeHidden();
  await page.locator('header').getByLabel('Open menu').click();
  await page.getByRole('link', { name: 'Manage Services' }).click();
  await expect(page).toHaveURL(paths.admin.services);
  await expect(sidebar(page)).toBeHidden();
});

test('the open sheet keeps the focus, closes on Escape and beside it, and gives the focus back', async ({
  page,
  product,
}) => {
  await page.setViewportSize(phone);
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(sheet.getByRole('link', { name: 'Close menu' })).toBeFocused();
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => Boolean(document.activeElement?.closest('main, header')));
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(sidebar(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await page.mouse.click(345, 400);
  await expect(sidebar(page)).toBeHidden();
});

test('Ctrl+B and Cmd+B open and close the sheet of a small screen', async ({ page, product, context }) => {
  await page.setViewportSize(phone);
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  for (const keys of ['Control+b', 'Meta+b']) {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.keyboard.press(keys);
    await expect(sidebar(page)).toBeHidden();
  }
  expect((await context.cookies()).filter(({ name }) => name === 'sidebar:state')).toEqual([]);
});

test('a change of section shows what is being loaded as a status, then goes on at its content', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Manage Services' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading services...' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeHidden();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Services' })).toBeVisible();
  await expect(page.getByText('Loading services...')).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
});

test('the keyboard goes on at the content of another page of the same section, too', async ({ page, product }) => {
  await emptyTables(product.sql, 'messages');
  await add(product.sql, 'messages', [{ name: 'Ann Lee', email: 'ann.lee@example.net' }]);
  await signIn(page, product, 'admin');
  for (const [from, link, to] of [
    [paths.admin.services, /^History/, 'History'],
    [paths.admin.message(1), 'All that is stored about this person', "A Person's Data"],
  ] as const) {
    await openAdmin(page, from);
    await page.getByRole('link', { name: link }).first().press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: to })).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
  }
});

test('each section says what it is loading, in the words of the specification', async ({ page, product }) => {
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.account);
  let answer = () => {};
  await page.route('**/admin/*.data*', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue().catch(() => {}); // given up for the next
  });
  for (const [section, text] of [
    ['Dashboard Home', 'Loading maintenance settings...'],
    ['Manage Services', 'Loading services...'],
    ['Manage Documents', 'Loading documents...'],
    ['Manage Pages', 'Loading page content...'],
    ['View Messages', 'Loading messages...'],
    ['Settings', 'Loading settings...'],
  ] as const) {
    await sidebar(page).getByRole('link', { name: section }).click();
    await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
  }
  answer();
});

test('no script changes what stands where, the sidebar wide or collapsed', async ({ page, product, context }) => {
  await signIn(page, product, 'admin');
  for (const isWide of [true, false]) {
    await context.addCookies([{ name: 'sidebar:state', value: String(isWide), url: product.url }]);
    const sendFonts = await holdFonts(page); // letters of another width move what follows them on their line
    await page.goto(paths.admin.dashboard, { waitUntil: 'commit' });
    await waitForShell(page);
    await expectNoLayoutShift(page);
    sendFonts();
  }
});

test('a failure of ours keeps its words and the reference to the log when scripts take over', async ({
  page,
  product,
  errors,
}) => {
  errors.expect(/500|Unexpected Server Error/);
  await signIn(page, product, 'viewer');
  await product.sql('alter table sessions rename to gone');
  try {
    await page.goto(paths.admin.dashboard);
    const isTakenOver = () => Object.keys(document.querySelector('h1')!).some((key) => key.startsWith('__react'));
    await page.waitForFunction(isTakenOver);
    await expect(page).toHaveTitle('Something went wrong');
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByText(/^Reference: [0-9a-f-]{36}$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', paths.admin.dashboard);
    await expectNoAxeViolations(page);
  } finally {
    await product.sql('alter table gone rename to sessions');
  }
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
