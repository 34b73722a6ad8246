import type { Page, Request } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { type Account } from '../support/accounts.ts';
import { add, emptyTables } from '../support/content.ts';
import { expect, expectNoAxeViolations, test, type ProductUnderTest } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signIn } from '../support/signed-in.ts';

const { login, services, newService, newDocument, messages } = paths.admin;
const asDelivered = 'update settings set acknowledgement = false, retention_months = null, version = version + 1';

const ended = (page: Page) => page.getByText('Your session has ended. Please sign in again.');
const kept = (page: Page) =>
  page.getByText('Your session had ended, so this was not saved. What you typed was kept and is back.');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const onDevice = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('typed:')).length);
const endSession = ({ sql }: ProductUnderTest, { accountId }: Account) =>
  sql('delete from sessions where account_id = $1', [accountId]);

async function signInByForm(page: Page, { email, password }: Account) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign In');
}

interface Form {
  /** The page that it stands on. */
  at: string;
  fill(page: Page): Promise<void>;
  button: string;
  /** That it says what was typed. */
  says(page: Page): Promise<void>;
  saved: string;
  stored(product: ProductUnderTest): Promise<unknown[]>;
}

/** Sends a form after its session has ended, signs in with a wrong password on the way, and saves what is back. */
async function survives(page: Page, product: ProductUnderTest, account: Account, form: Form) {
  const { at, fill, button, says, saved, stored } = form;
  await openAdmin(page, at);
  await fill(page);
  await endSession(product, account);
  await press(page, button);
  await expect(page).toHaveURL(login);
  await expect(ended(page)).toBeVisible();
  await expect(page.getByText('It is kept for 30 minutes')).toBeVisible();
  await expectNoAxeViolations(page);
  await expectFits(page);
  await signInByForm(page, { ...account, password: 'not the password' });
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(ended(page)).toBeVisible();
  await signInByForm(page, account);
  await expect(page).toHaveURL(at);
  await expect(kept(page)).toBeVisible();
  await expectNoAxeViolations(page);
  await expectFits(page);
  await says(page);
  expect(await stored(product)).toEqual([]);
  await press(page, button);
  await expect(page.getByText(saved).first()).toBeVisible();
  expect(await stored(product)).toHaveLength(1);
  expect(await product.sql('select 1 from kept_forms')).toEqual([]);
  await expect.poll(() => onDevice(page)).toBe(0);
}

test.beforeEach(async ({ product }) => {
  await product.sql('delete from kept_forms');
  await product.sql('truncate services');
  await emptyTables(product.sql, 'messages');
  await product.sql(asDelivered);
});
test.afterAll(({ product }) => product.sql(asDelivered));

test('the form of a service survives the end of the session', async ({ page, product }) => {
  await survives(page, product, await signIn(page, product, 'editor'), {
    at: newService,
    async fill() {
      await page.getByLabel('Service Title').fill('Half a title');
      await page.getByLabel('Service Description').fill('First line\nSecond line');
    },
    button: 'Add Service',
    async says() {
      await expect(page.getByLabel('Service Title')).toHaveValue('Half a title');
      await expect(page.getByLabel('Service Description')).toHaveValue('First line\nSecond line');
    },
    saved: 'Service added successfully',
    stored: ({ sql }) => sql("select 1 from services where title = 'Half a title'"),
  });
});

test('a page on its way is not cut off by the end of the session, and leads to the login page', async ({
  page,
  product,
}) => {
  const account = await signIn(page, product, 'admin');
  const isFollowing = page.waitForResponse((answer) => answer.url().endsWith(paths.admin.events));
  await openAdmin(page, messages);
  await isFollowing;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/admin\/services\.data/, async (route) => {
    await held;
    await route.continue();
  });
  const cutOff: string[] = [];
  page.on('requestfailed', (request) => cutOff.push(request.url()));
  const asked = page.waitForRequest(/admin\/services\.data/);
  await page.getByRole('link', { name: 'Manage Services' }).click();
  await asked;
  const isEvents = (request: Request) => request.url().endsWith(paths.admin.events);
  // Whoever is first closes the stream.
  const told = Promise.race([
    page.waitForEvent('requestfinished', isEvents),
    page.waitForEvent('requestfailed', isEvents),
  ]);
  await endSession(product, account);
  await told;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))); // what the event has set off
  expect(cutOff.filter((url) => url.includes('.data'))).toEqual([]);
  release();
  await expect(page).toHaveURL(login);
});

test('a reply to an enquiry survives the end of the session', async ({ page, product }) => {
  const [id] = await add(product.sql, 'messages');
  const reply = page.getByRole('textbox', { name: 'Reply', exact: true });
  await survives(page, product, await signIn(page, product, 'admin'), {
    at: `${paths.admin.message(id!)}?view=waiting`,
    fill: () => reply.fill('We can come on Monday.'),
    button: 'Send reply',
    says: () => expect(reply).toHaveValue('We can come on Monday.'),
    saved: 'Reply queued',
    stored: ({ sql }) => sql('select 1 from replies'),
  });
});

test('of an upload all is back but the file, and it says so', async ({ page, product }) => {
  const account = await signIn(page, product, 'editor');
  await openAdmin(page, newDocument);
  await page.getByLabel('Title').fill('Plan');
  const buffer = Buffer.from('%PDF-1.7\nof nothing');
  await page.getByLabel('PDF File').setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer });
  await endSession(product, account);
  await press(page, 'Upload Document');
  await expect(ended(page)).toBeVisible();
  await signInByForm(page, account);
  await expect(page).toHaveURL(newDocument);
  await expect(page.getByLabel('Title')).toHaveValue('Plan');
  await expect(page.getByText('Files are not kept: please choose yours again.')).toBeVisible();
});

test('what is back can be discarded', async ({ page, product }) => {
  const account = await signIn(page, product, 'editor');
  await openAdmin(page, newService);
  await page.getByLabel('Service Title').fill('Half a title');
  await endSession(product, account);
  await press(page, 'Add Service');
  await expect(ended(page)).toBeVisible();
  await signInByForm(page, account);
  await expect(kept(page)).toBeVisible();
  await page.getByText('Discard it').click();
  await expect(page.getByLabel('Service Title')).toHaveValue('');
  await expect(kept(page)).toHaveCount(0);
  await openAdmin(page, newService);
  await expect(page.getByLabel('Service Title')).toHaveValue('');
  expect(await onDevice(page)).toBe(0);
});

test('an open page that notices the end leads back to itself, and what was typed is there again', async ({
  page,
  product,
}) => {
  const account = await signIn(page, product, 'editor');
  await openAdmin(page, services);
  await page.getByRole('link', { name: 'Add Service' }).click();
  await page.getByLabel('Service Title').fill('Half a title');
  await endSession(product, account);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(ended(page)).toBeVisible();
  await expect(page).toHaveURL(login);
  await signInByForm(page, account);
  await expect(page).toHaveURL(newService);
  await expect(page.getByText('What you typed earlier is back. It has not been saved yet.')).toBeVisible();
  await expect(page.getByLabel('Service Title')).toHaveValue('Half a title');
});
