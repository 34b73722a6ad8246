import type { Locator, Page } from '@playwright/test';
import { sectionsFor } from '#app/admin/sections.ts';
import { paths } from '#app/paths.ts';
import { openAdmin, waitForShell } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoLayoutShift, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';
import { hold } from '../support/site-page.ts';

const sidebar = (page: Page) => page.locator('#sidebar');
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())!.width;
const phone = { width: 360, height: 740 };

test('the sidebar collapses by button and keys and stays so by a cookie', async ({ page, product, context }) => {
  const cookieNow = async () => (await context.cookies()).find(({ name }) => name === 'sidebar:state')?.value;
  const { email } = await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  expect(await widthOf(page)).toBe(256);
  await expect(page.getByRole('banner').getByText(`Welcome, ${email}`)).toBeVisible();
  for (const [role, name] of [
    ['button', 'Dark theme'],
    ['link', 'Account'],
    ['link', /\S, public site$/],
  ] as const)
    await expect(page.getByRole(role, { name })).toHaveCount(1); // only in the top bar
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(() => widthOf(page)).toBe(48);
  await expect.poll(cookieNow).toBe('false');
  await openAdmin(page, paths.admin.account);
  expect(await widthOf(page)).toBe(48);

  // When collapsed, tooltips show the names, which are still the links' names.
  const services = page.getByRole('link', { name: 'Manage Services' });
  await expect(services.getByText('Manage Services')).toHaveCSS('opacity', '0');
  await services.hover();
  await expect(services.getByText('Manage Services')).toHaveCSS('opacity', '1');
  await expectNoAxeViolations(page);
  await page.mouse.move(600, 600);
  const [, before, next] = sectionsFor('admin').map(({ name }) => name);
  await page.getByRole('link', { name: before }).focus();
  await page.keyboard.press('Tab');
  const tooltip = page.getByRole('link', { name: next }).getByText(next!);
  await expect(tooltip).toHaveCSS('opacity', '1');
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCSS('opacity', '0');

  await page.keyboard.press('b');
  await page.keyboard.press('Control+b');
  await expect.poll(() => widthOf(page)).toBe(256);
  await expect.poll(cookieNow).toBe('true');
  await page.keyboard.press('Meta+b');
  await expect.poll(() => widthOf(page)).toBe(48);
  for (const width of [48, 256]) {
    if (width === 256) await page.keyboard.press('Control+b');
    await expect.poll(() => widthOf(page)).toBe(width);
    await page.setViewportSize({ width: 1024, height: 400 }); // a laptop at a zoom of 200 %
    await services.hover();
    for (const part of ['svg', 'span']) await expect(services.locator(part).first()).toBeInViewport({ ratio: 1 });
    const logout = page.getByRole('button', { name: 'Logout' });
    await logout.scrollIntoViewIfNeeded();
    await expect(logout).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone the top bar is one row, the rest a sheet with the focus', async ({ page, product, context }) => {
  await page.setViewportSize(phone);
  const { email } = await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  const bar = page.getByRole('banner');
  expect((await bar.boundingBox())!.height).toBeLessThan(64);
  expect((await bar.locator('[data-role]').boundingBox())!.height).toBeLessThan(30); // on one line
  await expect(bar.getByText(email)).toBeHidden();
  await expect(sidebar(page)).toBeHidden();
  const opener = page.getByRole('button', { name: 'Open menu' });
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await expect(sheet.getByRole('link', { name: 'Close menu' })).toBeFocused();
  await expect.poll(async () => (await sidebar(page).boundingBox())!.x).toBe(0);
  expect(await widthOf(page)).toBe(288);
  await expect(sheet.getByText('Welcome,')).toBeVisible();
  await expect(sheet.getByText(email)).toBeVisible();
  await expectNoAxeViolations(page);
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main, header'))).toBeFalsy();
  }
  await page.keyboard.press('Escape');
  await expect(sidebar(page)).toBeHidden();
  await expect(opener).toBeFocused();
  for (const close of [
    () => page.mouse.click(345, 400),
    () => page.getByRole('link', { name: 'Close menu' }).click(),
    () => page.keyboard.press('Meta+b'),
  ]) {
    await page.keyboard.press('Control+b');
    await expect(sheet).toBeVisible();
    await close();
    await expect(sidebar(page)).toBeHidden();
  }
  expect((await context.cookies()).filter(({ name }) => name === 'sidebar:state')).toEqual([]);
  await opener.click();
  await sheet.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await sheet.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(paths.admin.account);
  await expect(sidebar(page)).toBeHidden();
});

test('each section says in the specified words what it loads, then focuses it', async ({ page, product }) => {
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.account);
  const left = page.getByRole('heading', { level: 1, name: /Account/ });
  await expect(left).toBeVisible();
  const answer = await hold(page, '**/admin/*.data*');
  for (const [section, text] of [
    ['Dashboard Home', 'Loading maintenance settings...'],
    ['Manage Documents', 'Loading documents...'],
    ['Manage Pages', 'Loading page content...'],
    ['View Messages', 'Loading messages...'],
    ['Settings', 'Loading settings...'],
    ['Manage Services', 'Loading services...'],
  ] as const) {
    await sidebar(page).getByRole('link', { name: section }).click();
    await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    await expect(left).toBeHidden();
  }
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Services' })).toBeVisible();
  await expect(page.getByText('Loading services...')).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
  await page.locator('summary', { hasText: 'More: ' }).first().press('Enter');
  await page
    .getByRole('link', { name: /^History/ })
    .first()
    .press('Enter'); // in the same section
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
});

test('an error page keeps its words and its reference when scripts take over', async ({ page, product, errors }) => {
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

test('no script moves anything; with forced colours choices are marked', async ({ page, product, context }) => {
  await signIn(page, product, 'admin');
  for (const isWide of [false, true]) {
    await context.addCookies([{ name: 'sidebar:state', value: String(isWide), url: product.url }]);
    const sendFonts = await hold(page, '**/*.woff2'); // letters of another width shift the rest of their line
    await page.goto(paths.admin.dashboard, { waitUntil: 'commit' });
    await waitForShell(page);
    await expectNoLayoutShift(page);
    sendFonts();
  }
  await page.emulateMedia({ forcedColors: 'active' });
  const ground = (element: Locator, pseudo?: string) =>
    element.evaluate((node, which) => getComputedStyle(node, which).backgroundColor, pseudo);
  const toggle = page.getByRole('switch');
  const track = toggle.locator('..');
  expect(await ground(track, '::after')).not.toBe(await ground(track));
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-checked', 'true');
  expect(await ground(track, '::after')).not.toBe(await ground(track));
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  expect(await ground(link('Dashboard Home'))).not.toBe(await ground(link('Manage Pages')));
  const theme = (name: string) => page.getByRole('button', { name });
  expect(await ground(theme('Light theme'))).not.toBe(await ground(theme('Dark theme')));
  await link('Manage Pages').click();
  expect(await ground(link('about'))).not.toBe(await ground(link('home')));
});
