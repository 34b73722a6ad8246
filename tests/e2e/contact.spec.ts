import type { Locator, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { filledIn } from '../support/enquiries.ts';
import { open, waitForScripts } from '../support/site-page.ts';

const THANKS = "Thank you! Your message has been received. We'll contact you shortly.";
const NOT_SENT = 'Your message could not be sent. Please try again, or call us.';
const DRAFT = 'enquiry-draft';

test.beforeEach(({ product }) => product.sql('delete from messages').then(() => {}));

const formOf = (page: Page) => page.locator('main form');
const send = (page: Page) => formOf(page).getByRole('button', { name: 'Send Message', exact: true }).click();
const stored = (product: { sql: (text: string) => Promise<Record<string, unknown>[]> }) =>
  product.sql('select * from messages order by id');

async function fill(page: Page, fields: Partial<typeof filledIn> = {}): Promise<void> {
  const form = formOf(page);
  const { fullName, companyName, email, phone, subject, message } = { ...filledIn, ...fields };
  await form.getByRole('textbox', { name: 'Full name' }).fill(fullName);
  await form.getByRole('textbox', { name: 'Company name' }).fill(companyName);
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await form.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await form.getByRole('textbox', { name: 'Message' }).fill(message);
  await form.getByRole('combobox').selectOption(filledIn.serviceType);
  await form.getByRole('radio', { name: 'Either' }).check();
  await form.getByRole('checkbox').check();
}

async function expectKept(page: Page, but: Partial<typeof filledIn> = {}): Promise<void> {
  const form = formOf(page);
  const { fullName, companyName, email, phone, subject, message } = { ...filledIn, ...but };
  const kept: [Locator, string][] = [
    [form.getByRole('textbox', { name: 'Full name' }), fullName],
    [form.getByRole('textbox', { name: 'Company name' }), companyName],
    [form.getByRole('textbox', { name: 'Email' }), email],
    [form.getByRole('textbox', { name: 'Phone' }), phone],
    [form.getByRole('textbox', { name: 'Subject' }), subject],
    [form.getByRole('textbox', { name: 'Message' }), message],
    [form.getByRole('combobox'), filledIn.serviceType],
  ];
  for (const [control, value] of kept) await expect(control).toHaveValue(value);
  await expect(form.getByRole('radio', { name: 'Either' })).toBeChecked();
  await expect(form.getByRole('checkbox')).toBeChecked();
}

async function expectEmpty(page: Page): Promise<void> {
  for (const box of await formOf(page).getByRole('textbox').all()) await expect(box).toHaveValue('');
  await expect(formOf(page).getByRole('checkbox')).not.toBeChecked();
}

test('with JavaScript the banner stands for 5 s, then the form is reset and the banner gone', async ({ page }) => {
  await page.clock.install();
  await page.goto(paths.contactForm);
  await page.clock.runFor(500);
  await waitForScripts(page);
  await fill(page);
  await send(page);
  const banner = page.getByText(THANKS, { exact: true });
  await expect(banner).toBeVisible();
  await formOf(page).getByRole('textbox', { name: 'Subject' }).press('x'); // it is no draft of the next message
  await page.clock.runFor(4000);
  await expect(banner).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(200);
    await expect(banner).toBeHidden({ timeout: 100 });
  }).toPass();
  await page.clock.runFor(500);
  await expectEmpty(page);
  await expect(page).toHaveURL(paths.contactForm);
  await expect(formOf(page).getByRole('button', { name: 'Send Message', exact: true })).toBeEnabled();
});

test('after the reset another message can be sent', async ({ page, product }) => {
  await page.clock.install();
  await page.goto(paths.contactForm);
  await page.clock.runFor(500);
  await waitForScripts(page);
  for (const subject of ['The first lift', 'The second lift']) {
    await fill(page, { subject });
    await send(page);
    await expect(page.getByText(THANKS)).toBeVisible();
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page.getByText(THANKS)).toBeHidden({ timeout: 100 });
    }).toPass();
  }
  expect((await stored(product)).map(({ subject }) => subject)).toEqual(['The first lift', 'The second lift']);
});

test('what is wrong is said at its field and in a summary that leads to it, with all else kept', async ({
  page,
  product,
}) => {
  await open(page, paths.contactForm);
  await send(page);
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(5);
  await fill(page, { email: 'anja@' });
  await send(page);
  const field = formOf(page).locator('[name=email]');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/Please enter a valid email address$/);
  await page.getByRole('alert').getByRole('link', { name: 'Please enter a valid email address', exact: true }).click();
  await expect(field).toBeFocused();
  await expectKept(page, { email: 'anja@' });
  await expectNoAxeViolations(page);
  expect(await stored(product)).toEqual([]);
});

test('a message goes away as soon as the field is right', async ({ page }) => {
  await open(page, paths.contactForm);
  const name = formOf(page).getByRole('textbox', { name: 'Full name' });
  await name.fill('A');
  await name.blur();
  await expect(page.getByRole('alert')).toHaveCount(0); // the summary waits until the form is sent
  const message = formOf(page).locator('p', { hasText: 'Full name must be at least 2 characters' });
  await expect(message).toBeVisible();
  await name.fill('Al');
  await expect(message).toBeHidden();
});

test('while it is being sent the button says "Sending Message..." and is disabled; a second press sends nothing more', async ({
  page,
  product,
}) => {
  await open(page, paths.contactForm);
  await fill(page);
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/contact-form.data*', async (route) => {
    await held;
    await route.continue();
  });
  await send(page);
  const button = formOf(page).getByRole('button', { name: 'Sending Message...', exact: true });
  await expect(button).toBeDisabled();
  await formOf(page).getByRole('textbox', { name: 'Subject' }).press('Enter');
  letThrough();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await stored(product)).toHaveLength(1);
});

test('a draft outlives a reload and another page, and is forgotten once sent', async ({ page }) => {
  await open(page, paths.contactForm);
  await fill(page);
  await page.reload();
  await waitForScripts(page);
  await expectKept(page);
  await page.goto(paths.about);
  await open(page, paths.contactForm);
  await expectKept(page);
  await send(page);
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await page.evaluate((key) => sessionStorage.getItem(key), DRAFT)).toBeNull();
  await open(page, paths.contactForm);
  await expectEmpty(page);
});

test('a lost connection says that the message could not be sent and keeps the text; with the connection back it goes', async ({
  page,
  context,
  product,
  errors,
}) => {
  errors.expect(/ERR_INTERNET_DISCONNECTED/);
  await open(page, paths.contactForm);
  await fill(page);
  await context.setOffline(true);
  await send(page);
  await expect(page.getByRole('alert')).toContainText(NOT_SENT);
  await expectKept(page);
  await context.setOffline(false);
  await send(page);
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  expect(await stored(product)).toHaveLength(1);
});

test('what was stored though its answer was lost is still one message after a reload', async ({
  page,
  product,
  errors,
}) => {
  errors.expect(/ERR_FAILED/);
  await open(page, paths.contactForm);
  await fill(page);
  await page.route('**/contact-form.data*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page);
  await expect(page.getByRole('alert')).toContainText(NOT_SENT);
  expect(await stored(product)).toHaveLength(1);
  await page.unrouteAll();
  await page.reload();
  await waitForScripts(page);
  await expectKept(page);
  await send(page);
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await stored(product)).toHaveLength(1);
});

test('a save that fails says so with a telephone link, keeps every value, and the next try works', async ({
  page,
  product,
}) => {
  await product.sql('alter table notifications rename to notifications_away');
  try {
    await open(page, paths.contactForm);
    await fill(page);
    await send(page);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(NOT_SENT);
    await expect(alert.getByRole('link')).toHaveAttribute('href', /^tel:/);
    await expectKept(page);
    await formOf(page).getByRole('textbox', { name: 'Subject' }).press('End');
    await formOf(page).getByRole('textbox', { name: 'Message' }).focus(); // the subject is judged now
    await page.waitForTimeout(400);
    await expect(alert).toContainText(NOT_SENT);
    await expect(page).toHaveTitle(/^Error: /);
  } finally {
    await product.sql('alter table notifications_away rename to notifications');
  }
  expect(await stored(product)).toEqual([]);
  await send(page);
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page).toHaveTitle(/^Get In Touch/);
  expect(await stored(product)).toHaveLength(1);
});

test('a line that drops once the message is stored shows the thanks with its reference, and the form again', async ({
  page,
  product,
  errors,
}) => {
  errors.expect(/ERR_FAILED/);
  await page.goto(paths.contactForm, { waitUntil: 'networkidle' });
  await fill(page, { subject: 'The line drops' });
  await page.route(/contact-form\.data/, (route) =>
    route.request().method() === 'POST' ? route.continue() : route.abort(),
  );
  await page.getByRole('button', { name: 'Send Message', exact: true }).click();
  const references = () => product.sql("select reference from messages where subject = 'The line drops'");
  await expect.poll(references).toHaveLength(1);
  const [row] = await references();
  await expect(page.getByText('Thank you!')).toBeVisible();
  await expect(page.getByText(String(row!.reference)).first()).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await expect(page.getByText('Thank you!')).toBeHidden({ timeout: 8000 });
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('');
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
});
