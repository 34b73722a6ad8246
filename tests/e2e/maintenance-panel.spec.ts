import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

const toggle = (page: Page) => page.getByRole('switch', { name: 'Enable Maintenance Mode' });
const message = (page: Page) => page.getByLabel('Maintenance Message');
const unfold = (page: Page) => page.getByText('Schedule, message and links').click();

test.beforeEach(async ({ page, product }) => {
  await product.setMaintenance(false, null);
  await signIn(page, product, 'admin');
});

test('the switch applies at once and says so; a lost answer is told', async ({ page, product, request, errors }) => {
  errors.expect(/ERR_FAILED/);
  await product.setMaintenance(false, 'Back at noon');
  await openAdmin(page, paths.admin.dashboard);
  await expect(page.getByText('public pages show a maintenance notice')).toBeVisible();
  await unfold(page);
  let isCut = true;
  await page.route(/\.data/, (route) => {
    if (!isCut) return route.continue();
    if (route.request().method() === 'POST') return route.abort(); // the page's next load never arrives
  });
  await message(page).fill('typed, but not saved');
  await page.getByRole('button', { name: 'Update Message' }).click();
  await expect(page.getByText('Failed to update maintenance message')).toBeVisible();
  await expect(message(page)).toHaveValue('typed, but not saved');
  await toggle(page).click();
  await expect(page.getByText('Failed to update maintenance mode')).toBeVisible();
  await expect(toggle(page)).toHaveAttribute('aria-checked', 'false');

  isCut = false;
  await toggle(page).focus();
  await page.waitForTimeout(500); // a sooner press would be a double click
  await page.keyboard.press('Space');
  await expect(page.getByText('Maintenance mode enabled successfully')).toBeVisible();
  await expect(toggle(page)).toHaveAttribute('aria-checked', 'true');
  await expect(page.getByText('Maintenance Mode Active')).toBeVisible();
  await expect
    .poll(() => product.sql('select maintenance_mode, message from site_status'))
    .toEqual([{ maintenance_mode: true, message: 'Back at noon' }]);
  expect((await request.get(paths.home)).status()).toBe(503);
  await toggle(page).click();
  await expect(page.getByText('Maintenance mode disabled successfully')).toBeVisible();
  await expect(page.getByText('Maintenance Mode Active')).toBeHidden();
});

test('the panel follows changes made elsewhere, but takes away no typing', async ({ page, product }) => {
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await openAdmin(page, paths.admin.dashboard);
  await following;
  const post = async (maintenanceMessage: string) => {
    const form = { intent: 'message', maintenanceMessage };
    const headers = { origin: product.url };
    expect((await page.request.post(paths.admin.maintenance, { form, headers, maxRedirects: 0 })).status()).toBe(303);
  };
  await post('Lifting the roof.\r\nBack on Monday.');
  await expect(message(page)).toHaveValue('Lifting the roof.\nBack on Monday.');
  await post('Back on Tuesday.');
  await expect(message(page)).toHaveValue('Back on Tuesday.');
  await product.sql("update site_status set maintenance_mode = true, message = 'From the shell'");
  await expect(toggle(page)).toHaveAttribute('aria-checked', 'true');
  await expect(message(page)).toHaveValue('From the shell');
  await message(page).fill('Mine');
  await product.sql("update site_status set message = 'Theirs'");
  await expect(page.getByText('Just changed elsewhere to: Theirs')).toBeVisible();
  await expect(message(page)).toHaveValue('Mine');
});

test('a plan that somebody else has made meanwhile is shown until it is replaced', async ({ page, product }) => {
  await openAdmin(page, paths.admin.dashboard);
  await unfold(page);
  await product.sql("update site_status set starts_at = '2999-01-05T12:00Z'");
  const start = page.getByLabel('Start');
  await start.focus();
  await page.keyboard.type('01062999'); // without a time
  await page.getByRole('button', { name: 'Plan Maintenance' }).click();
  await expect(start).toBeFocused();
  await start.fill('2999-01-06T08:00');
  await page.getByRole('button', { name: 'Plan Maintenance' }).click();
  // With scripts the page loads its data again after the answer, and then shows the plan.
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const theirs = page.getByRole('region', { name: 'Saved by someone else' });
  await expect(theirs).toContainText('Maintenance begins at 08:00 on Saturday 5 January');
  await expect(page.getByLabel('Start')).toHaveValue('2999-01-06T08:00');
  await expectNoAxeViolations(page);
  await page.waitForTimeout(500); // a sooner press would be a double click
  await page.getByRole('button', { name: /^(Plan Maintenance|Change the Plan)$/ }).click();
  await expect(page.getByText('Maintenance times saved')).toBeVisible();
  await expect(theirs).toHaveCount(0);
  await expect(page.getByText('Maintenance begins at 08:00 on Sunday 6 January')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Planned maintenance cancelled')).toBeVisible();
});

test('a link made after a refused one is no draft', async ({ page }) => {
  await openAdmin(page, paths.admin.previewLinks);
  await page.getByLabel('Name').fill('Ann');
  const end = page.getByLabel('End', { exact: true });
  const soon = await end.inputValue();
  await end.fill('2020-01-01T08:00');
  await page.getByRole('button', { name: 'Make Link' }).click();
  await expect(page.getByText('This time is over').first()).toBeVisible();
  await end.fill(soon);
  await page.getByRole('button', { name: 'Make Link' }).click();
  await expect(page.getByRole('heading', { name: 'The link for Ann' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await page.getByRole('link', { name: 'Back to Maintenance' }).click();
  await expect(page).toHaveURL(paths.admin.maintenance); // without a question
});
