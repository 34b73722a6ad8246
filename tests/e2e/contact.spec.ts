import type { Locator, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
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

async function expectKept(page: Page, but: Partial<typeof filledIn> = {}, consent = true): Promise<void> {
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
  await expect(form.getByRole('checkbox')).toBeChecked({ checked: consent });
}

async function expectEmpty(page: Page): Promise<void> {
  for (const box of await formOf(page).getByRole('textbox').all()) await expect(box).toHaveValue('');
  await expect(formOf(page).getByRole('checkbox')).not.toBeChecked();
}

/** Without JavaScript the browser's own checks would keep a wrong form from being sent. */
const skipBrowserChecks = (page: Page) =>
  formOf(page).evaluate((form) => ((form as HTMLFormElement).noValidate = true));

test('an enquiry is stored, thanked for, and the form is empty', async ({ page, product, javaScriptEnabled }) => {
  await open(page, paths.contactForm, javaScriptEnabled!);
  await fill(page);
  await send(page);
  await expect(page.getByRole('status').getByText(THANKS, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(paths.contactFormSent);
  expect(await stored(product)).toMatchObject([
    { name: filledIn.fullName, service_type: 'lift-plan-review', preferred_contact: 'either' },
  ]);
  if (!javaScriptEnabled) {
    await expectEmpty(page);
    await page.reload(); // post, redirect, get: a reload sends nothing
    expect(await stored(product)).toHaveLength(1);
  }
});

test('with JavaScript the banner stands for 5 s, then the form is reset and the banner gone @js', async ({ page }) => {
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

test('after the reset another message can be sent @js', async ({ page, product }) => {
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

for (const [label, name, wrong, text] of [
  ['full name', 'fullName', 'A', 'Full name must be at least 2 characters'],
  ['email', 'email', 'anja@', 'Please enter a valid email address'],
  ['subject', 'subject', 'ab', 'Subject must be at least 3 characters'],
  ['message', 'message', 'too short', 'Message must be at least 10 characters'],
] as const) {
  test(`a wrong ${label} is answered "${text}", at the field and in a summary that leads to it, with all values kept`, async ({
    page,
    product,
    javaScriptEnabled,
  }) => {
    await open(page, paths.contactForm, javaScriptEnabled!);
    await fill(page, { [name]: wrong });
    if (!javaScriptEnabled) await skipBrowserChecks(page);
    await send(page);
    const field = formOf(page).locator(`[name=${name}]`);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(`${text}$`));
    await page.getByRole('alert').getByRole('link', { name: text, exact: true }).click();
    await expect(field).toBeFocused();
    await expectKept(page, { [name]: wrong });
    expect(await stored(product)).toEqual([]);
    if (!javaScriptEnabled) await expect(page).toHaveTitle(/^Error: Get In Touch/);
  });
}

test('a message too long to be sent is answered so, with the text kept in the form', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await open(page, paths.contactForm, javaScriptEnabled!);
  const message = 'é'.repeat(11_000); // 66,000 characters as browsers encode them
  await fill(page, { message });
  await send(page);
  await expect(formOf(page).locator('[name=message]')).toHaveAccessibleDescription(/Message is too long to send/);
  await expectKept(page, { message });
  expect(await stored(product)).toEqual([]);
  await formOf(page).getByRole('textbox', { name: 'Message' }).fill('é'.repeat(9000));
  await send(page);
  await expect(page.getByText(THANKS)).toBeVisible();
});

test('without consent: "You must consent to data storage and contact"', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await open(page, paths.contactForm, javaScriptEnabled!);
  await fill(page);
  await formOf(page).getByRole('checkbox').uncheck();
  if (!javaScriptEnabled) await skipBrowserChecks(page);
  await send(page);
  await expect(
    page.getByRole('alert').getByRole('link', { name: 'You must consent to data storage and contact' }),
  ).toBeVisible();
  await expectKept(page, {}, false);
  expect(await stored(product)).toEqual([]);
});

test('everything left empty: five messages, one for each field that is needed', async ({ page, javaScriptEnabled }) => {
  await open(page, paths.contactForm, javaScriptEnabled!);
  if (!javaScriptEnabled) await skipBrowserChecks(page);
  await send(page);
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Full name must be at least 2 characters',
    'Please enter a valid email address',
    'Subject must be at least 3 characters',
    'Message must be at least 10 characters',
    'You must consent to data storage and contact',
  ]);
});

test('a message goes away as soon as the field is right @js', async ({ page }) => {
  await open(page, paths.contactForm, true);
  const name = formOf(page).getByRole('textbox', { name: 'Full name' });
  await name.fill('A');
  await name.blur();
  await expect(page.getByRole('alert')).toHaveCount(0); // the summary waits until the form is sent
  const message = formOf(page).locator('p', { hasText: 'Full name must be at least 2 characters' });
  await expect(message).toBeVisible();
  await name.fill('Al');
  await expect(message).toBeHidden();
});

test('optional fields may stay empty: they are stored as null', async ({ page, product, javaScriptEnabled }) => {
  await open(page, paths.contactForm, javaScriptEnabled!);
  const form = formOf(page);
  await form.getByRole('textbox', { name: 'Full name' }).fill('  Al  ');
  await form.getByRole('textbox', { name: 'Email' }).fill('al@example.com');
  await form.getByRole('textbox', { name: 'Subject' }).fill('Rig');
  await form.getByRole('textbox', { name: 'Message' }).fill('0123456789');
  await form.getByRole('checkbox').check();
  await send(page);
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await stored(product)).toMatchObject([{ name: 'Al', service_type: null, preferred_contact: null }]);
});

test('while it is being sent the button says "Sending Message..." and is disabled; a second press sends nothing more @js', async ({
  page,
  product,
}) => {
  await open(page, paths.contactForm, true);
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

test('pressed twice in a row it is one message @no-js', async ({ page, product }) => {
  await page.goto(paths.contactForm);
  await fill(page);
  await formOf(page).getByRole('button', { name: 'Send Message' }).dblclick();
  await expect(page.getByText(THANKS)).toBeVisible();
  await page.goBack();
  await page.goForward();
  expect(await stored(product)).toHaveLength(1);
});

test('a draft outlives a reload and another page, and is forgotten once sent @js', async ({ page }) => {
  await open(page, paths.contactForm, true);
  await fill(page);
  await page.reload();
  await waitForScripts(page);
  await expectKept(page);
  await page.goto(paths.about);
  await open(page, paths.contactForm, true);
  await expectKept(page);
  await send(page);
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await page.evaluate((key) => sessionStorage.getItem(key), DRAFT)).toBeNull();
  await open(page, paths.contactForm, true);
  await expectEmpty(page);
});

test('a lost connection says that the message could not be sent and keeps the text; with the connection back it goes @js', async ({
  page,
  context,
  product,
  errors,
}) => {
  errors.expect(/ERR_INTERNET_DISCONNECTED/);
  await open(page, paths.contactForm, true);
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

test('what was stored though its answer was lost is still one message after a reload @js', async ({
  page,
  product,
  errors,
}) => {
  errors.expect(/ERR_FAILED/);
  await open(page, paths.contactForm, true);
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
  javaScriptEnabled,
}) => {
  await product.sql('alter table notifications rename to notifications_away');
  try {
    await open(page, paths.contactForm, javaScriptEnabled!);
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

test('too many messages: the text is kept and the form says to wait', async ({ page, product, javaScriptEnabled }) => {
  const { sendEnquiry } = await import('../support/enquiries.ts');
  for (let index = 0; index < 8; index++) expect((await sendEnquiry(product.url)).status).toBe(303);
  await open(page, paths.contactForm, javaScriptEnabled!);
  await fill(page);
  await send(page);
  await expect(page.getByRole('alert')).toContainText('wait a few minutes');
  await expectKept(page);
  expect(await stored(product)).toHaveLength(8);
});

test('a line that drops once the message is stored shows the thanks with its reference, and the form again @js', async ({
  page,
  product,
  errors,
}) => {
  errors.expect(/ERR_FAILED/);
  await page.goto(paths.contactForm, { waitUntil: 'networkidle' });
  await page.getByRole('textbox', { name: 'Full name' }).fill(filledIn.fullName);
  await page.getByRole('textbox', { name: 'Email' }).fill(filledIn.email);
  await page.getByRole('textbox', { name: 'Subject' }).fill('The line drops');
  await page.getByRole('textbox', { name: 'Message' }).fill(filledIn.message);
  await page.getByRole('checkbox').check();
  await page.route(/contact-form\.data/, (route) =>
    route.request().method() === 'POST' ? route.continue() : route.abort(),
  );
  await page.getByRole('button', { name: 'Send Message', exact: true }).click();
  const [{ reference }] = await expect
    .poll(() => product.sql<{ reference: string }>("select reference from messages where subject = 'The line drops'"))
    .toHaveLength(1)
    .then(
      () =>
        product.sql<{ reference: string }>(
          "select reference from messages where subject = 'The line drops'",
        ) as Promise<[{ reference: string }]>,
    );
  await expect(page.getByText('Thank you!')).toBeVisible();
  await expect(page.getByText(reference).first()).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await expect(page.getByText('Thank you!')).toBeHidden({ timeout: 8000 });
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('');
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
});
