import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { inputTime } from '#app/time/typed-time.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';
import { open } from '../support/site-page.ts';

const HOUR_MS = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const screen = (page: Page) => page.getByRole('heading', { level: 1, name: 'Maintenance in Progress', exact: true });

test.afterEach(({ product }) => product.setMaintenance(false, null));

test('open pages follow a window by themselves, and changes of its end', async ({ page, product }) => {
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await open(page, paths.about);
  await following;
  await product.sql(`update site_status set starts_at = now() + interval '1.5 s', ends_at = now() + interval '1 hour'`);
  await expect(screen(page)).toBeVisible();
  await expect(page.locator('main')).toContainText('Expected back at ');
  const later = inMs(50 * HOUR_MS);
  await product.sql('update site_status set ends_at = $1', [later]);
  await expect(page.locator('main')).toContainText(`Expected back at ${inputTime(later).slice(11)} on `);
  await product.sql(`update site_status set ends_at = now() + interval '1.5 s'`);
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
});

test('staff see the site behind the screen, send its form, and stop looking', async ({ page, product }) => {
  await product.setMaintenance(true);
  await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.dashboard);
  await page.getByRole('button', { name: 'See the site' }).click();
  const strip = page.getByRole('complementary', { name: 'Look behind the screen' });
  await expect(page).toHaveURL(paths.home);
  await expect(strip).toContainText('Visitors see the maintenance screen');
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await open(page, paths.contactForm);
  await expect(strip).toBeVisible();
  await page.getByRole('textbox', { name: 'Full name' }).fill('Anja Ramdin');
  await page.getByRole('textbox', { name: 'Email' }).fill('anja@example.com');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Seen from behind');
  await page.getByRole('textbox', { name: 'Message' }).fill('Sent from behind the screen');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Thank you! Your message has been received.')).toBeVisible();
  expect(await product.sql(`select 1 from messages where subject = 'Seen from behind'`)).toHaveLength(1);
  await strip.getByRole('button', { name: 'Stop looking' }).click();
  await expect(screen(page)).toBeVisible();
});

test('a page seen from behind the screen stays while maintenance goes on, and loses its strip at its end', async ({
  page,
  product,
}) => {
  await product.setMaintenance(true);
  await signIn(page, product, 'admin');
  await page.goto(paths.about);
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await page.getByRole('button', { name: 'See the site' }).click();
  await following;
  const strip = page.getByRole('complementary', { name: 'Look behind the screen' });
  await expect(strip).toBeVisible();
  await product.sql(`update site_status set message = 'Still at it'`);
  await expect(screen(page)).toBeHidden();
  await product.setMaintenance(false);
  await expect(strip).toBeHidden();
});
