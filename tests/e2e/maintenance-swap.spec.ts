import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';
import { signIn } from '../support/signed-in.ts';

const HEADING = 'Maintenance in Progress';

test('an enquiry posted during maintenance keeps every field: Try again sends them once the site is back', async ({
  page,
  product,
  errors,
}) => {
  errors.expect(/ERR_FAILED.*\/events/);
  await product.sql('delete from messages');
  await page.route('**/events', (route) => route.abort()); // the page does not hear of the change
  await open(page, paths.contactForm);
  const form = page.locator('main form');
  await form.getByRole('textbox', { name: 'Full name' }).fill('Anja Ramdin');
  await form.getByRole('textbox', { name: 'Email' }).fill('anja@example.com');
  await form.getByRole('textbox', { name: 'Subject' }).fill('A lift');
  await form.getByRole('textbox', { name: 'Message' }).fill('Half an hour of typing');
  await form.getByRole('combobox').selectOption('training-request');
  await form.getByRole('radio', { name: 'Either' }).check();
  await form.getByRole('checkbox').check();
  await product.setMaintenance(true);
  await form.getByRole('button', { name: 'Send Message' }).click();

  const main = page.locator('main');
  await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible();
  await expect(page).toHaveTitle(`${HEADING} | Safety Rigging & Lifting Services`);
  await expect(main).toContainText('Safety Rigging & Lifting Services');
  await expect(main.getByRole('link', { name: 'info@example.com' })).toHaveAttribute('href', 'mailto:info@example.com');
  await expect(main.getByRole('link', { name: '(868) 555-0142' })).toHaveAttribute('href', 'tel:+18685550142');
  const kept = main.getByRole('textbox', { name: /Your message was not sent/ });
  await expect(kept).toHaveValue(/Service type: Training Request\nPreferred contact method: Either/);
  await expect(kept).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expectNoAxeViolations(page);

  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible(); // it is still on
  await product.setMaintenance(false);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Thank you! Your message has been received.')).toBeVisible();
  expect(await product.sql('select name, service_type, preferred_contact from messages')).toEqual([
    { name: 'Anja Ramdin', service_type: 'training-request', preferred_contact: 'either' },
  ]);
});

test('an enquiry posted during maintenance is in the form when the page returns by itself', async ({
  page,
  product,
}) => {
  await product.setMaintenance(true);
  await page.goto(paths.contactForm);
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action });
    form.innerHTML = '<input name="fullName" value="Anja Ramdin"><input name="message" value="Typed before scripts">';
    document.body.append(form);
    form.submit();
  }, paths.contactForm);
  await expect(page.getByText('Your message was not sent')).toBeVisible();
  await product.setMaintenance(false);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Typed before scripts');
});

test('the screen that takes the place of a page is announced, has the focus and the title; the page likewise', async ({
  page,
  product,
}) => {
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await open(page, paths.about);
  await following;
  const announced = page.getByRole('status', { name: 'Announcements' });
  await expect(announced).toHaveText('');
  const title = await page.title();
  await product.setMaintenance(true);
  await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeFocused();
  await expect(announced).toHaveText(HEADING);
  await expect(page).toHaveTitle(`${HEADING} | Safety Rigging & Lifting Services`);
  await product.setMaintenance(false);
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeFocused();
  await expect(announced).toHaveText('The site is back');
  await expect(page).toHaveTitle(title);
});

test('a page that takes the place of a screen opened during maintenance is announced and has the focus', async ({
  page,
  product,
}) => {
  await product.setMaintenance(true);
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await open(page, paths.about);
  await following;
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused(); // it came with the document
  await product.setMaintenance(false);
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeFocused();
  await expect(page.getByRole('status', { name: 'Announcements' })).toHaveText('The site is back');
  await expect(page).toHaveTitle(/^About Us/);
});

test('whoever was typing goes on typing where the cursor was', async ({ page, product }) => {
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await open(page, paths.contactForm);
  await following;
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Half an hour of ');
  await product.setMaintenance(true);
  await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeFocused();
  await product.setMaintenance(false);
  await expect(message).toBeFocused();
  await expect(page.getByRole('status', { name: 'Announcements' })).toHaveText('The site is back');
  await page.keyboard.type('typing');
  await expect(message).toHaveValue('Half an hour of typing');
});

for (const [fault, make] of [
  [
    'a proxy has no answer yet',
    (page: Page) =>
      page.route(`**${paths.about}`, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), {
        times: 1,
      }),
  ],
  [
    'the connection breaks in the middle of it',
    (page: Page) =>
      page.evaluate(() => {
        const { text } = Response.prototype;
        Response.prototype.text = () => {
          Response.prototype.text = text;
          return Promise.reject(new TypeError('network error'));
        };
      }),
  ],
  [
    'the browser is of 2022',
    (page: Page) =>
      page.evaluate(() => {
        Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets');
        Reflect.deleteProperty(window, 'CSSStyleSheet'); // nobody could make one
      }),
  ],
] as const)
  test(`the page takes the place of the screen even if ${fault}`, async ({ page, product, errors }) => {
    errors.expect(/answered 502/);
    await product.setMaintenance(true);
    const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
    await open(page, paths.about);
    await following;
    await make(page);
    await product.setMaintenance(false);
    await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
    await expect(page.locator('footer')).toBeVisible();
  });

test('status regions are there before they say anything', async ({ page, product }) => {
  await signIn(page, product, 'editor');
  for (const path of [paths.admin.services, paths.admin.documents, paths.admin.newDocument]) {
    await page.goto(path);
    const regions = await page.locator('[role=status]').all();
    expect(regions.length).toBeGreaterThan(2);
    const displays = await Promise.all(regions.map((each) => each.evaluate((e) => getComputedStyle(e).display)));
    expect([path, displays.filter((display) => display === 'none')]).toEqual([path, []]);
  }
});
