import type { Locator, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { open, waitForScripts } from '../support/site-page.ts';

const field = (page: Page, name: string) => page.locator('main form').getByRole('textbox', { name });

async function fill(page: Page, email = 'anja@example.com'): Promise<void> {
  await field(page, 'Full name').fill('Anja Ramdin');
  await field(page, 'Email').fill(email);
  await field(page, 'Subject').fill('A lift');
  await field(page, 'Message').fill('A module of 42 t at the port');
  await page.getByRole('checkbox').check();
}

test('a mistyped well-known mail domain: the right one is offered, and taken with one click', async ({ page }) => {
  await open(page, paths.contactForm);
  const offered = page.getByRole('button', { name: 'anja@gmail.com' });
  await field(page, 'Email').fill('anja@gmial.com');
  await expect(offered).toBeHidden(); // not while it is being typed
  await field(page, 'Phone').focus();
  await expect(page.getByRole('status').filter({ hasText: 'Did you mean anja@gmail.com?' })).toBeVisible();
  await expectNoAxeViolations(page);
  await offered.click();
  await expect(field(page, 'Email')).toHaveValue('anja@gmail.com');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(offered).toBeHidden();
});

test('an unusual mail address is taken as it is', async ({ page, product }) => {
  await product.sql('delete from messages');
  await open(page, paths.contactForm);
  await fill(page, 'anja@gmial.com');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Thank you!')).toBeVisible();
  expect(await product.sql('select email from messages')).toEqual([{ email: 'anja@gmial.com' }]);
});

test('to be called without a number: a hint that leads to the field, and no error', async ({ page, product }) => {
  await product.sql('delete from messages');
  await open(page, paths.contactForm);
  await fill(page);
  await page.getByRole('radio', { name: 'Phone' }).check();
  const hint = page.getByRole('link', { name: 'your phone number' });
  await expect(hint).toBeVisible();
  await hint.click();
  await expect(field(page, 'Phone')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await field(page, 'Phone').fill('(868) 555-0100');
  await field(page, 'Phone').blur();
  await expect(hint).toBeHidden();
  await field(page, 'Phone').fill('');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Thank you!')).toBeVisible();
});

/** Sends the form on a page whose clock is held. @returns the thanks, which have the focus */
async function sendByTheClock(page: Page): Promise<Locator> {
  await page.goto(paths.contactForm);
  await page.clock.runFor(500);
  await waitForScripts(page);
  await fill(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Thank you!' });
  await expect(said).toBeFocused();
  return said;
}

test('after sending the focus is at the thanks, and the time of sending stays when they go', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-21T23:24:30Z') });
  const said = await sendByTheClock(page);
  await expect(said).toBeInViewport();
  await page.clock.runFor(6000);
  await expect(page.getByText('Thank you!')).toBeHidden();
  const sent = page.getByRole('status').filter({ hasText: 'Sent 19:24' });
  await expect(sent).toBeVisible();
  await expect(sent).toBeFocused();
});

test('a visitor at a link in the thanks is led to what stays when they go', async ({ page }) => {
  await page.clock.install();
  const said = await sendByTheClock(page);
  await said.getByRole('link').first().focus();
  await page.clock.runFor(6000);
  await expect(page.getByRole('status').filter({ hasText: /^Sent / })).toBeFocused();
});

test('beside the form, where there is room: the telephone, the promise and what happens next', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, paths.contactForm);
  const beside = page.getByRole('complementary', { name: 'What happens next' });
  await expect(beside).toContainText('within 24 hours');
  await expect(beside.getByRole('link')).toHaveAttribute('href', /^tel:\+1868/);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(beside).toBeHidden();
  const band = (await page.locator('main > div').first().boundingBox())!;
  const first = (await page.getByText('Full name').first().boundingBox())!;
  expect(first.y - (band.y + band.height)).toBeLessThanOrEqual(44); // 88 before
});
