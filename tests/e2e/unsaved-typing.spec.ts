import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin, editLinkOf } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test, type ProductUnderTest } from '../support/fixtures.ts';
import { add } from '../support/content.ts';
import { signIn } from '../support/signed-in.ts';

const { services, newService, editService, documents, newDocument, maintenance, dashboard } = paths.admin;
const title = (page: Page) => page.getByLabel('Service Title');
const question = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' });
const answer = (page: Page, name: string) => question(page).getByRole('button', { name }).click();
const restored = (page: Page) => page.getByText('What you typed earlier is back.');
const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0);
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('typed:')));

const addService = async ({ sql }: ProductUnderTest, title: string) => (await add(sql, 'services', [{ title }]))[0]!;

test.beforeEach(async ({ page, product }) => {
  await product.sql('truncate services');
  await signIn(page, product, 'admin');
});

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'a press beside the dialog': (page) => page.mouse.click(5, 400),
  Close: (page) => page.getByRole('button', { name: 'Close', exact: true }).click(),
  Cancel: (page) => page.getByRole('link', { name: 'Cancel' }).click(),
  Back: (page) => page.goBack(),
};

test('every way out of a form asks before it discards typing', async ({ page, product }) => {
  await addService(product, 'Alpha');
  await openAdmin(page, services);
  await page.getByRole('link', { name: 'Edit Alpha' }).click();
  await title(page).fill('Half a title');
  for (const [way, leave] of Object.entries(ways))
    await test.step(way, async () => {
      await leave(page);
      await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
      if (way === 'Escape') await expectNoAxeViolations(page);
      await answer(page, 'Keep editing');
      await expect(question(page)).toHaveCount(0);
      await expect(title(page)).toHaveValue('Half a title');
      await leave(page);
      await answer(page, 'Leave for now');
      await closed(page);
      await expect(page).toHaveURL(services);
      await page.getByRole('link', { name: 'Edit Alpha' }).click();
      await expect(restored(page)).toBeVisible();
      await expect(title(page)).toHaveValue('Half a title');
    });
  await page.keyboard.press('Escape');
  await answer(page, 'Discard changes');
  await closed(page);
  expect(await kept(page)).toEqual([]);
  await page.getByRole('link', { name: 'Edit Alpha' }).click();
  await expect(title(page)).toHaveValue('Alpha');
  await title(page).fill('Beta');
  await title(page).fill('Alpha'); // text that was taken back needs no question
  await page.getByRole('link', { name: 'Cancel' }).click();
  await closed(page);
  expect(await kept(page)).toEqual([]);
});

test('a reload asks and restores typing to its account; signing out asks and clears it', async ({ page, product }) => {
  await openAdmin(page, newService);
  await page.getByRole('button', { name: 'Select an icon' }).click();
  await page.getByRole('button', { name: 'Gauge' }).click();
  await page.getByLabel('Service Description').fill('First line\nSecond line');
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const native = await asked;
  expect(native.type()).toBe('beforeunload');
  await native.accept();
  await reloaded;
  await expect(restored(page)).toBeVisible();
  await expect(page.getByLabel('Service Description')).toHaveValue('First line\nSecond line');
  await expect(page.getByRole('button', { name: 'Gauge' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByRole('status', { name: 'Notifications' })).toContainText('Discarded what was not saved');
  await expect(page.getByLabel('Service Description')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Select an icon' })).toBeVisible();
  expect(await kept(page)).toEqual([]);

  await title(page).fill('Mine');
  await expect.poll(() => kept(page)).toHaveLength(1);
  await page.context().clearCookies(); // the session ends without a sign-out
  await signIn(page, product, 'editor'); // a colleague on the same device
  page.once('dialog', (question) => void question.accept());
  await openAdmin(page, newService);
  await expect(title(page)).toHaveValue('');
  await title(page).fill('Theirs');
  await page.keyboard.press('Escape');
  await answer(page, 'Leave for now');
  await closed(page);
  const logout = page.getByRole('button', { name: 'Logout' }).first();
  page.once('dialog', (question) => void question.dismiss());
  await logout.click();
  await expect(page).toHaveURL(services);
  expect(await kept(page)).toHaveLength(2);
  await openAdmin(page, services); // a second press of the same button would be ignored
  page.once('dialog', (question) => void question.accept());
  await logout.click();
  await expect(page).toHaveURL(paths.home);
  expect(await kept(page)).toEqual([]);
});

test('refused typing is kept, saved typing forgotten, and an error goes with its cause', async ({ page, product }) => {
  await openAdmin(page, newService);
  await page.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Please enter a title')).toBeVisible();
  await expectNoAxeViolations(page);
  await title(page).fill('Kept');
  await expect(page.getByText('Please enter a title')).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('Missing information');
  await expect.poll(() => kept(page)).toHaveLength(1);
  await page.getByLabel('Service Description').fill('Text');
  await expect(page.getByText('Please enter a description')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: 'Missing' })).toHaveCount(0);
  await expect(page).toHaveTitle(/^(\(\d+\) )?Add New Service$/);
  await title(page).fill('');
  await expect(page.getByText('Please enter a title')).toHaveCount(0); // only when it is sent again
  await title(page).fill('Kept');
  await page.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Service added successfully')).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
  await expect.poll(() => product.sql('select title from services')).toEqual([{ title: 'Kept' }]);
  await page.getByRole('link', { name: 'Add Service' }).click();
  await expect(title(page)).toHaveValue('');
});

test('restored typing and the later save of a colleague are both shown', async ({ page, product }) => {
  const id = await addService(product, 'Alpha');
  await openAdmin(page, editService(id));
  await title(page).fill('Mine');
  await page.keyboard.press('Escape');
  await answer(page, 'Leave for now');
  await product.sql("update services set title = 'Theirs', version = version + 1 where id = $1", [id]);
  await openAdmin(page, editService(id));
  await expect(title(page)).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Update Service' }).click();
  await expect(page.getByRole('region', { name: 'Saved by someone else' })).toContainText('Theirs');
  await page.getByRole('link', { name: 'go back to theirs' }).click();
  await expect(title(page)).toHaveValue('Theirs');
  expect(await kept(page)).toEqual([]);
});

test('every form of the staff area does the same: documents, page texts, the maintenance message', async ({ page }) => {
  await openAdmin(page, newDocument);
  await page.getByLabel('Title').fill('Plan');
  await page.keyboard.press('Escape');
  await answer(page, 'Leave for now');
  await expect(page).toHaveURL(documents);

  await openAdmin(page, paths.admin.pages());
  await editLinkOf(page, 'hero_heading').click();
  await page.getByRole('textbox').fill('Half a heading');
  await editLinkOf(page, 'hero_tagline').click();
  await answer(page, 'Keep editing');
  await expect(page.getByRole('textbox')).toHaveValue('Half a heading');
  await editLinkOf(page, 'hero_tagline').click();
  await answer(page, 'Leave for now');
  await expect(page.getByRole('textbox')).not.toHaveValue('Half a heading');
  await editLinkOf(page, 'hero_heading').click();
  await expect(page.getByRole('textbox')).toHaveValue('Half a heading');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated', { exact: true })).toBeVisible();

  await openAdmin(page, maintenance);
  await page.getByLabel('Maintenance Message').fill('Half a message');
  await page.getByRole('link', { name: 'Dashboard Home' }).click();
  await answer(page, 'Leave for now');
  await expect(page).toHaveURL(dashboard);
  await openAdmin(page, maintenance);
  await expect(page.getByLabel('Maintenance Message')).toHaveValue('Half a message');
  await page.getByRole('button', { name: 'Update Message' }).click();
  await expect(page.getByText('Maintenance message updated successfully')).toBeVisible();
  await expect.poll(() => kept(page)).toHaveLength(1); // the document's text

  await openAdmin(page, paths.admin.pages('footer'));
  await editLinkOf(page, 'email').click();
  await page.getByRole('textbox').fill('nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Please enter a valid email address' });
  await expect(toast).toBeVisible();
  await page.getByRole('textbox').fill('nobody@example.com');
  await expect(toast).toHaveCount(0); // it goes with its cause
});
