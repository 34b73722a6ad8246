import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { inputTime } from '#app/time/typed-time.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { fillEnquiry, follow, open, sendEnquiry } from '../support/site-page.ts';
import { signIn } from '../support/signed-in.ts';

const HEADING = 'Maintenance in Progress';
const HOUR_MS = 3_600_000;
const screen = (page: Page) => page.getByRole('heading', { level: 1, name: HEADING, exact: true });
const about = (page: Page) => page.getByRole('heading', { level: 1, name: 'About Us' });
const announced = (page: Page) => page.getByRole('status', { name: 'Announcements' });

test('an enquiry sent during maintenance keeps every field for Try again', async ({ page, product, errors }) => {
  errors.expect(/ERR_FAILED.*\/events/);
  await product.sql('delete from messages');
  await page.route('**/events', (route) => route.abort()); // the page does not notice the change
  await open(page, paths.contactForm);
  await fillEnquiry(page);
  await product.setMaintenance(true);
  await sendEnquiry(page);
  const main = page.locator('main');
  await expect(screen(page)).toBeVisible();
  await expect(page).toHaveTitle(`${HEADING} | Safety Rigging & Lifting Services`);
  const kept = main.getByRole('textbox', { name: /Your message was not sent/ });
  await expect(kept).toHaveValue(/Service type: Lift Plan Review\nPreferred contact method: Either/);
  await expect(kept).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expectNoAxeViolations(page);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(screen(page)).toBeVisible(); // maintenance is still on
  await product.setMaintenance(false);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Thank you! Your message has been received.')).toBeVisible();
  await expect
    .poll(() => product.sql('select service_type, preferred_contact from messages'))
    .toEqual([{ service_type: 'lift-plan-review', preferred_contact: 'either' }]);
});

test('an enquiry sent during maintenance is in the form when the page comes back', async ({ page, product }) => {
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

test('screen and page replace each other, announced, with focus and title, as planned', async ({ page, product }) => {
  await follow(page, paths.about);
  await expect(announced(page)).toHaveText('');
  const title = await page.title();
  await product.sql(`update site_status set starts_at = now() + interval '1.5 s', ends_at = now() + interval '1 hour'`);
  await expect(screen(page)).toBeFocused();
  await expect(announced(page)).toHaveText(HEADING);
  await expect(page).toHaveTitle(`${HEADING} | Safety Rigging & Lifting Services`);
  await expect(page.locator('main')).toContainText('Expected back at ');
  const later = new Date(Date.now() + 50 * HOUR_MS).toISOString();
  await product.sql(`update site_status set ends_at = $1, message = 'Still at it'`, [later]);
  await expect(page.locator('main')).toContainText(`Expected back at ${inputTime(later).slice(11)} on `);
  await expect(page.locator('main')).toContainText('Still at it');
  await product.sql(`update site_status set ends_at = now() + interval '1.5 s'`);
  await expect(about(page)).toBeFocused();
  await expect(announced(page)).toHaveText('The site is back');
  await expect(page).toHaveTitle(title);
});

const faults: Record<string, (page: Page) => Promise<unknown>> = {
  'a proxy has no answer yet': (page) =>
    page.route(`**${paths.about}`, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), {
      times: 1,
    }),
  'the connection breaks in the middle of it': (page) =>
    page.evaluate(() => {
      const { text } = Response.prototype;
      Response.prototype.text = () => {
        Response.prototype.text = text;
        return Promise.reject(new TypeError('network error'));
      };
    }),
  'the browser is of 2022': (page) =>
    page.evaluate(() => {
      Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets');
      Reflect.deleteProperty(window, 'CSSStyleSheet'); // nor can anybody make one
    }),
};
test('the page replaces the screen after lost answers and in an old browser', async ({ page, product, errors }) => {
  errors.expect(/answered 502/);
  for (const [fault, make] of Object.entries(faults))
    await test.step(fault, async () => {
      await product.setMaintenance(true);
      await follow(page, paths.about);
      await make(page);
      await product.setMaintenance(false);
      await expect(about(page)).toBeVisible();
      await expect(page.locator('footer')).toBeVisible();
    });
});

test('staff see the site behind the screen; their strip comes and goes with it', async ({ page, product }) => {
  await signIn(page, product, 'admin');
  await product.setMaintenance(true);
  await page.goto(paths.about);
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await page.getByRole('button', { name: 'See the site' }).click();
  await following;
  const strip = page.getByRole('complementary', { name: 'Look behind the screen' });
  await expect(strip).toContainText('Visitors see the maintenance screen');
  await expectNoAxeViolations(page);
  await expectFits(page);
  await product.sql(`update site_status set message = 'Still at it'`);
  await expect(screen(page)).toBeHidden();
  await product.setMaintenance(false);
  await expect(strip).toBeHidden();

  await product.sql('update sessions set is_looking = false');
  await follow(page, paths.about);
  await product.sql('update site_status set maintenance_mode = true');
  await expect(page.getByRole('complementary', { name: 'For admins' })).toBeVisible();
  await expectNoAxeViolations(page);

  await signIn(page, product, 'editor');
  await follow(page, paths.about);
  await product.setMaintenance(false);
  await expect(page.getByRole('complementary', { name: 'For editors' })).toHaveCSS('position', 'sticky'); // with its styles
});
