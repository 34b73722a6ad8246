import { paths, publicPages } from '#app/paths.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { open, waitForScripts } from '../support/site-page.ts';

const DEFAULT = 'Our site is undergoing maintenance. Please check back shortly.';
const screen = (page: Page) => page.getByRole('heading', { level: 1, name: 'Maintenance in Progress', exact: true });
const pages = ['/no-such-page', ...publicPages]; // the last one comes back when the test ends, and that one would say 404

test('every public route shows the maintenance screen with 503, Retry-After and no-store, at the address asked for', async ({
  page,
  product,
}) => {
  await product.setMaintenance(true);
  for (const path of pages) {
    const answer = (await page.goto(path))!;
    expect([path, answer.status()]).toEqual([path, 503]);
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers()['cache-control']).toContain('no-store');
    await expect(screen(page)).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', path);
  }
});

test('the screen says what is specified, with working telephone and mail links, and the message of the staff as text', async ({
  page,
  product,
}) => {
  await product.setMaintenance(true);
  await page.goto(paths.about);
  const main = page.locator('main');
  for (const text of [
    DEFAULT,
    "We'll be back online soon",
    'Safety Rigging & Lifting Services',
    'For urgent inquiries, please contact us directly:',
  ])
    await expect(main).toContainText(text);
  await expect(main.getByRole('link', { name: 'info@example.com' })).toHaveAttribute('href', 'mailto:info@example.com');
  await expect(main.getByRole('link', { name: '(868) 555-0142' })).toHaveAttribute('href', 'tel:+18685550142');
  await product.setMaintenance(false); // so that the next call waits for the message
  await product.setMaintenance(true, 'Back at <b>noon</b>.');
  await page.goto(paths.home);
  await expect(main).toContainText('Back at <b>noon</b>.');
  await expect(main).not.toContainText(DEFAULT);
});

test('Try again leads to the same address, with the page once it is back', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await product.setMaintenance(true);
  await page.goto('/about?from=test');
  await product.setMaintenance(false);
  if (!javaScriptEnabled) await page.getByRole('link', { name: 'Try again' }).click(); // with it the page is back by itself
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  await expect(page).toHaveURL('/about?from=test');
});

test('an open page shows the screen, and comes back, within a second and without a reload @js', async ({
  page,
  product,
}) => {
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await open(page, paths.services, true);
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

test('any number of tabs can be open: only those looked at hold a connection, the others catch up @js', async ({
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
    await open(tab, paths.services, true);
    await setHidden(tab, true);
    tabs.push(tab);
  }
  await open(page, paths.services, true);
  await product.setMaintenance(true, 'Live');
  await expect(screen(page)).toBeVisible({ timeout: 1000 });
  await expect(screen(tabs[0]!)).toBeHidden();
  await setHidden(tabs[0]!, false);
  await expect(screen(tabs[0]!)).toBeVisible({ timeout: 1000 });
});

test('a page opened during maintenance gives way to what was asked for when it ends @js', async ({ page, product }) => {
  await product.setMaintenance(true);
  await page.goto(paths.liftPlanning);
  await waitForScripts(page);
  await product.setMaintenance(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Lift Planning' })).toBeVisible();
  await expect(page.locator('footer')).toBeVisible();
});

test('what a visitor was typing is back in the form when the page returns @js', async ({ page, product }) => {
  await open(page, paths.contactForm, true);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Half an hour of typing');
  await page.getByRole('combobox').selectOption('training-request');
  await product.setMaintenance(true);
  await expect(screen(page)).toBeVisible();
  await product.setMaintenance(false);
  await expect(message).toHaveValue('Half an hour of typing');
  await expect(page.getByRole('combobox')).toHaveValue('training-request');
});

test('a form sent during maintenance says that it was not sent and shows its text for copying', async ({
  page,
  product,
  javaScriptEnabled,
  errors,
}) => {
  errors.expect(/ERR_FAILED.*\/events/);
  if (javaScriptEnabled) await page.route('**/events', (route) => route.abort()); // the page has not heard of it yet
  await page.goto(paths.contactForm);
  if (javaScriptEnabled) await waitForScripts(page);
  await page.getByRole('textbox', { name: 'Full name' }).fill('Anja Ramdin');
  await page.getByRole('textbox', { name: 'Email' }).fill('anja@example.com');
  await page.getByRole('textbox', { name: 'Subject' }).fill('A lift');
  await page.getByRole('textbox', { name: 'Message' }).fill('Sent into the night');
  await page.getByRole('checkbox').check();
  await product.setMaintenance(true);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(screen(page)).toBeVisible();
  await expect(page.locator('main')).toContainText('Your message was not sent');
  await expect(page.locator('main textarea')).toHaveValue(/Sent into the night/);
  await expect(page.locator('main textarea')).toHaveValue(/anja@example\.com/);
  expect(await product.sql(`select 1 from messages where message = 'Sent into the night'`)).toEqual([]);
});

test('admin, health checks, events, documents, theme, static files and the files for machines stay reachable', async ({
  page,
  product,
  request,
}) => {
  await product.setMaintenance(true);
  const [document] = await product.sql('select file_path from pdf_documents limit 1');
  for (const path of [
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/sitemap.xml',
    '/site.webmanifest',
    '/favicon.svg',
    paths.document(document!.file_path),
  ])
    expect([path, (await request.get(path)).status()]).toEqual([path, 200]);
  expect((await request.get('/documents/no/such.pdf')).status()).toBe(404);
  await page.goto('/admin');
  await expect(page).toHaveURL(paths.admin.login);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  const events = await fetch(`${product.url}/events`);
  expect(events.status).toBe(200);
  const { value } = await events.body!.getReader().read();
  expect(new TextDecoder().decode(value)).toContain('"maintenanceMode":true');
  const theme = await fetch(`${product.url}/theme`, {
    method: 'POST',
    body: new URLSearchParams({ theme: 'dark' }),
    headers: { Origin: product.url },
    redirect: 'manual',
  });
  expect(theme.status).toBe(303);
});

test('navigating on to another page during maintenance shows the screen @js', async ({ page, product, errors }) => {
  errors.expect(/ERR_FAILED.*\/events/);
  await page.route('**/events', (route) => route.abort());
  await open(page, paths.home, true);
  await product.setMaintenance(true);
  await page
    .locator('header')
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'About', exact: true })
    .click();
  await expect(screen(page)).toBeVisible();
});
