import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, test, type ProductUnderTest } from '../support/fixtures.ts';
import { expectEnquiry, fillEnquiry, hold, open, sendEnquiry, waitForScripts } from '../support/site-page.ts';

const NOT_SENT = 'Your message could not be sent. Please try again, or call us.';
const ANSWER = '**/contact-form.data*';

test.beforeEach(({ product }) => product.sql('delete from messages').then(() => {}));

const field = (page: Page, name: string) => page.locator('main form').getByRole('textbox', { name });
const thanks = (page: Page) =>
  page.getByText("Thank you! Your message has been received. We'll contact you shortly.", { exact: true });
const stored = ({ sql }: ProductUnderTest) => sql('select * from messages order by id');

test('the thanks have the focus and stay for 5 s; then the form sends another', async ({ page, product }) => {
  await page.clock.install({ time: new Date('2026-11-21T23:00:00Z') });
  await page.goto(paths.contactForm);
  await page.clock.runFor(500);
  await waitForScripts(page);
  await fillEnquiry(page, { subject: 'The first lift', email: 'anja@gmial.com' }); // an unusual address is accepted
  await page.clock.pauseAt(new Date('2026-11-21T23:30:00Z'));
  await sendEnquiry(page);
  const said = page.getByRole('status').filter({ hasText: 'Thank you!' });
  await expect(said).toBeFocused();
  await expect(said).toBeInViewport();
  await field(page, 'Subject').press('x'); // typing here does not become a draft
  await said.getByRole('link').first().focus();
  await page.clock.runFor(4000);
  await expect(thanks(page)).toBeVisible();
  await page.clock.runFor(2000);
  await expect(thanks(page)).toBeHidden();
  const stays = page.getByRole('status').filter({ hasText: 'We answer within 24 hours' });
  await expect(stays.filter({ hasText: /Sent 19:30, reference SR-/ })).toBeFocused();
  await page.clock.runFor(500);
  for (const box of await page.locator('main form').getByRole('textbox').all()) await expect(box).toHaveValue('');
  await expect(page.locator('main form').getByRole('checkbox')).not.toBeChecked();
  await page.clock.resume();
  await page.reload();
  await waitForScripts(page);
  await expect(stays).toHaveText(/^Sent, reference SR-/);
  await fillEnquiry(page, { subject: 'The second lift' });
  await sendEnquiry(page);
  await expect(thanks(page)).toBeVisible();
  expect((await stored(product)).map(({ subject, email }) => [subject, email])).toEqual([
    ['The first lift', 'anja@gmial.com'],
    ['The second lift', 'anja@example.com'],
  ]);
  await page.goto(paths.about);
  await page.goBack();
  await waitForScripts(page);
  await page.clock.runFor(6000);
  await expect(thanks(page)).toBeHidden();
  await expect(field(page, 'Message')).toHaveValue('');
});

test('hints appear when a field is left, go with their cause, and block nothing', async ({ page }) => {
  await page.clock.install();
  await open(page, paths.contactForm);
  const email = field(page, 'Email');
  const offered = page.getByRole('button', { name: 'anja@gmail.com' });
  await email.fill('anja@gmial.com');
  await expect(offered).toBeHidden(); // not during typing
  await page.getByRole('checkbox').hover();
  await page.mouse.down(); // a slow press: the hint would move its target
  await page.clock.runFor(1000);
  await expect(offered).toBeHidden();
  await page.mouse.up();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.clock.runFor(1000);
  await expect(page.getByRole('status').getByText('anja@gmail.com?', { exact: true })).toBeVisible(); // no button is read out
  await page.getByRole('radio', { name: 'Phone' }).check();
  const call = page.getByRole('link', { name: 'your phone number' });
  await call.click();
  await expect(field(page, 'Phone')).toBeFocused();
  await expectNoAxeViolations(page);
  await field(page, 'Phone').fill('(868) 555-0100');
  await field(page, 'Phone').blur();
  await expect(call).toBeHidden();
  await field(page, 'Phone').fill('');
  await offered.click();
  await expect(email).toHaveValue('anja@gmail.com');
  await expect(email).toBeFocused();
  await expect(offered).toBeHidden();

  const name = field(page, 'Full name');
  await name.fill('A');
  await name.blur();
  await expect(page.getByRole('alert')).toHaveCount(0); // the summary waits until the form is sent
  const message = page.locator('main form p', { hasText: 'Full name must be at least 2 characters' });
  await expect(message).toBeVisible();
  await name.fill('Anja Ramdin');
  await expect(message).toBeHidden();
  await field(page, 'Subject').fill('A lift');
  await field(page, 'Message').fill('A module of 42 t at the port');
  await sendEnquiry(page); // no phone number is needed
  await expect(thanks(page)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.mouse.down(); // the thanks, too, go when nothing is pressed
  await page.clock.runFor(6000);
  await expect(thanks(page)).toBeVisible();
  await page.mouse.up();
  await page.clock.runFor(500);
  await expect(thanks(page)).toBeHidden();
});

test('an error shows at its field and in a summary that leads to it; all typing stays', async ({ page, product }) => {
  await open(page, paths.contactForm);
  await sendEnquiry(page);
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(5);
  await fillEnquiry(page, { email: 'anja@' });
  await sendEnquiry(page);
  const email = field(page, 'Email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address$/);
  await page.getByRole('alert').getByRole('link', { name: 'Please enter a valid email address', exact: true }).click();
  await expect(email).toBeFocused();
  await expectEnquiry(page, { email: 'anja@' });
  await expectNoAxeViolations(page);
  expect(await stored(product)).toEqual([]);
});

test('a draft outlives a reload and another page, is sent once, and then forgotten', async ({ page, product }) => {
  await open(page, `${paths.contactForm}?about=1`);
  await fillEnquiry(page);
  await page.reload();
  await waitForScripts(page);
  await expectEnquiry(page);
  const title = await product.sql('select title from services where id = 2');
  await open(page, `${paths.contactForm}?about=2`);
  await expectEnquiry(page, { subject: String(title[0]!.title) });
  await page.goto(paths.about);
  await open(page, paths.contactForm);
  await expectEnquiry(page);
  const letGo = await hold(page, ANSWER);
  await sendEnquiry(page);
  await expect(page.getByRole('button', { name: 'Sending Message...', exact: true })).toBeDisabled();
  await field(page, 'Subject').press('Enter');
  letGo();
  await expect(thanks(page)).toBeVisible();
  expect(await stored(product)).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.getItem('enquiry-draft'))).toBeNull();
  await open(page, paths.contactForm);
  await expect(field(page, 'Message')).toHaveValue('');
});

test('a failed enquiry is kept; one stored without answer stays one', async ({ page, context, product, errors }) => {
  errors.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await open(page, paths.contactForm);
  await fillEnquiry(page);
  const alert = page.getByRole('alert');
  await context.setOffline(true);
  await sendEnquiry(page);
  await expect(alert).toContainText(NOT_SENT);
  await expectEnquiry(page);
  await context.setOffline(false);
  await page.route(ANSWER, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sendEnquiry(page);
  await expect.poll(() => stored(product)).toHaveLength(1);
  await expect(alert).toContainText(NOT_SENT);
  await expect(alert).toBeFocused(); // the same words a second time
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await waitForScripts(page);
  await expectEnquiry(page);
  await sendEnquiry(page);
  await expect(thanks(page)).toBeVisible();
  expect(await stored(product)).toHaveLength(1);
});

test('a connection that drops once the message is stored shows the thanks', async ({ page, product, errors }) => {
  errors.expect(/ERR_FAILED/);
  await open(page, paths.contactForm);
  await fillEnquiry(page);
  await page.route(ANSWER, (route) => (route.request().method() === 'POST' ? route.continue() : route.abort()));
  await sendEnquiry(page);
  await expect.poll(() => stored(product)).toHaveLength(1);
  const [row] = await stored(product);
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByText(String(row!.reference)).first()).toBeVisible();
  await expect(thanks(page)).toBeHidden({ timeout: 8000 });
  await expect(field(page, 'Subject')).toHaveValue('');
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
});
