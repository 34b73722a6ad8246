import { paths } from '#app/paths.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { open, waitForScripts } from '../support/site-page.ts';

const screen = (page: Page) => page.getByRole('heading', { level: 1, name: 'Maintenance in Progress', exact: true });

test('an open page shows the screen, and comes back, within a second and without a reload', async ({
  page,
  product,
}) => {
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await open(page, paths.services);
  await following;
  await page.evaluate(() => ((window as unknown as { same: boolean }).same = true));
  await product.sql(`update site_status set maintenance_mode = true, message = 'Live'`);
  await expect(screen(page)).toBeVisible({ timeout: 1000 });
  await expect(page.locator('main')).toContainText('Live');
  await product.sql(`update site_status set message = 'Still at it'`);
  await expect(page.locator('main')).toContainText('Still at it', { timeout: 1000 });
  await product.sql('update site_status set maintenance_mode = false, message = null');
  await expect(page.getByRole('heading', { level: 1, name: 'Our Services' })).toBeVisible({ timeout: 1000 });
  expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true);
  await expect(page).toHaveURL(paths.services);
});

test('any number of tabs can be open: only those looked at hold a connection, the others catch up', async ({
  page,
  context,
  product,
}) => {
  // Chromium under test calls every tab visible, and allows one site six connections as it does for visitors.
  const setHidden = (tab: Page, hidden: boolean) =>
    tab.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const tabs: Page[] = [];
  for (let i = 0; i < 7; i++) {
    const tab = await context.newPage();
    await open(tab, paths.services);
    await setHidden(tab, true);
    tabs.push(tab);
  }
  await open(page, paths.services);
  await product.setMaintenance(true, 'Live');
  await expect(screen(page)).toBeVisible({ timeout: 1000 });
  await expect(screen(tabs[0]!)).toBeHidden();
  await setHidden(tabs[0]!, false);
  await expect(screen(tabs[0]!)).toBeVisible({ timeout: 1000 });
});

test('a page opened during maintenance gives way to what was asked for when it ends', async ({ page, product }) => {
  await product.setMaintenance(true);
  await page.goto(paths.liftPlanning);
  await waitForScripts(page);
  await product.setMaintenance(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Lift Planning' })).toBeVisible();
  await expect(page.locator('footer')).toBeVisible();
});

test('navigating on to another page during maintenance shows the screen', async ({ page, product, errors }) => {
  errors.expect(/ERR_FAILED.*\/events/);
  await page.route('**/events', (route) => route.abort());
  await open(page, paths.home);
  await product.setMaintenance(true);
  await page
    .locator('header')
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'About', exact: true })
    .click();
  await expect(screen(page)).toBeVisible();
});
