import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { waitForShell } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { pdf } from '../support/manage-documents.ts';
import { signIn } from '../support/signed-in.ts';
import { hold, open, waitForScripts } from '../support/site-page.ts';

const TRIES = Number(process.env.TRIES ?? 1); // a rare loss needs many more
const REMADE = /Minified React error #4(18|23)/; // React reports that it renders the page again

const field = (page: Page, name: string) => page.locator('main form').getByRole('textbox', { name });
const draft = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('enquiry-draft') ?? '{}') as object);

/** Opens a page and holds its scripts until the returned function is called. */
async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const send = await hold(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return async () => {
    send();
    await waitForScripts(page);
  };
}

test('keys pressed while a slow device hydrates a page are kept, and it works', async ({ page, product, errors }) => {
  const typed = 'Anja Ramdin of Point Lisas';
  const delay = 30; // ms between two keys of a fast typist
  const devtools = await page.context().newCDPSession(page);
  await signIn(page, product, 'editor');
  const slowDown = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
  for (let n = 0; n < TRIES; n++) {
    await slowDown(6);
    await page.goto(paths.contactForm, { waitUntil: 'commit' });
    await page.locator('#enquiry-fullName').focus();
    await page.keyboard.type(typed, { delay });
    await slowDown(1);
    await expect(page.locator('main form')).toHaveJSProperty('noValidate', true); // React has hydrated it
    await expect(field(page, 'Full name')).toHaveValue(typed);
    await expect.poll(() => draft(page)).toMatchObject({ fullName: typed });
    await page.evaluate(() => sessionStorage.clear());

    await slowDown(6);
    await page.goto(paths.admin.services, { waitUntil: 'commit' });
    await page.locator('main').waitFor();
    for (let pressed = 0; pressed < 20; pressed++) {
      await page.keyboard.press('Tab');
      await page.waitForTimeout(delay);
    }
    await slowDown(1);
    await waitForShell(page);
    const width = () => page.locator('.admin').getAttribute('data-sidebar');
    const before = await width();
    await page.keyboard.press('Control+b');
    await expect.poll(width).not.toBe(before);
    expect(errors.unexpected()).toEqual([]);
    await page.context().clearCookies({ name: 'sidebar:state' });
  }
  await devtools.detach();
});

test('a press that began before the scripts counts once, in a dialog too', async ({ page, product }) => {
  await signIn(page, product, 'editor');
  const wake = await openHeld(page, paths.admin.newService);
  await expectNoAxeViolations(page); // with the choice of icons that needs no scripts
  await page.getByRole('radio', { name: 'Truck' }).check();
  await page.getByRole('button', { name: 'Add Service' }).hover();
  await page.mouse.down();
  await wake();
  await waitForShell(page);
  await page.mouse.up();
  await expect(page.getByText('Please enter a title').last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Truck' })).toBeVisible(); // the icon chosen before
});

test('input from before the scripts wins over an older draft, and is in the draft', async ({ page }) => {
  await open(page, paths.contactForm);
  await page.getByRole('radio', { name: 'Email' }).check();
  await expect.poll(() => draft(page)).toMatchObject({ preferredContact: 'email' });
  const wake = await openHeld(page, paths.contactForm);
  await field(page, 'Full name').fill('Anja Ramdin');
  await page.getByRole('combobox').selectOption('training-request');
  await page.getByRole('radio', { name: 'Either' }).check();
  await page.getByRole('checkbox').check();
  await page.getByLabel('Drawings and photos (optional)').setInputFiles(pdf);
  await field(page, 'Message').pressSequentially('A lift of 42 t');
  await wake();
  const typed = { fullName: 'Anja Ramdin', message: 'A lift of 42 t' };
  const chosen = { serviceType: 'training-request', preferredContact: 'either', consent: 'on' };
  await expect.poll(() => draft(page)).toMatchObject({ ...typed, ...chosen });
  await expect(page.getByRole('radio', { name: 'Either' })).toBeChecked();
  await expect(page.getByRole('button', { name: `Remove ${pdf.name}` })).toBeVisible();
  await expect(field(page, 'Message')).toBeFocused();
  await page.keyboard.type(' at the port');
  await expect(field(page, 'Message')).toHaveValue('A lift of 42 t at the port');
});

test('an answer to a form sent before the scripts came can be corrected before they come', async ({ page }) => {
  const wake = await openHeld(page, paths.contactForm);
  await page.locator('main form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await field(page, 'Message').fill('A lift');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await field(page, 'Message').press('End');
  await page.keyboard.type(' of 42 t at the port');
  await wake();
  await page.keyboard.type(', soon');
  await expect(field(page, 'Message')).toHaveValue('A lift of 42 t at the port, soon');
  await expect(field(page, 'Message')).toBeFocused();
});

test('a text that staff change before the scripts come keeps the change', async ({ page, product }) => {
  await signIn(page, product, 'editor');
  const [service] = await product.sql<{ id: number }>('select id from services order by id limit 1');
  const wake = await openHeld(page, paths.admin.editService(service!.id));
  const box = page.getByRole('textbox', { name: 'Service Description' });
  await box.press('Control+End');
  await page.keyboard.type(' And more.');
  await wake();
  await expect(box).toHaveValue(/ And more\.$/);
});

test('typing is kept when React renders again what a translator or extension changed', async ({ page, errors }) => {
  errors.expect(REMADE);
  const wake = await openHeld(page, paths.contactForm);
  await field(page, 'Full name').fill('Anja Ramdin');
  await page.getByRole('checkbox').check();
  await field(page, 'Message').pressSequentially('A lift of 42 t');
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('main form')!, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
    document.querySelector('#enquiry-email')!.insertAdjacentHTML('afterend', '<div id="password-manager"></div>');
  });
  await wake();
  await expect(field(page, 'Full name')).toHaveValue('Anja Ramdin');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(field(page, 'Message')).toBeFocused();
  await page.keyboard.type(' at the port');
  await expect.poll(() => draft(page)).toMatchObject({ message: 'A lift of 42 t at the port', consent: 'on' });
});
