import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin, waitForShell } from '../support/admin-page.ts';
import { type Account } from '../support/accounts.ts';
import { expect, expectNoAxeViolations, test, type ProductUnderTest } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signIn, signInByForm } from '../support/signed-in.ts';

const { login, services, newService } = paths.admin;

const ended = (page: Page) => page.getByText('Your session has ended. Please sign in again.');
const kept = (page: Page) =>
  page.getByText('Your session had ended, so this was not saved. What you typed was kept and is back.');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const onDevice = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('typed:')).length);
const endSession = ({ sql }: ProductUnderTest, { accountId }: Account) =>
  sql('delete from sessions where account_id = $1', [accountId]);

test.beforeEach(async ({ product }) => void (await product.sql('truncate services')));

test('a form survives the end of its session, and a wrong password on the way back', async ({ page, product }) => {
  const account = await signIn(page, product, 'editor');
  await openAdmin(page, newService);
  await page.getByLabel('Service Title').fill('Half a title');
  await page.getByLabel('Service Description').fill('First line\nSecond line');
  await endSession(product, account);
  await press(page, 'Add Service');
  await expect(page).toHaveURL(login);
  await expect(ended(page)).toBeVisible();
  await expect(page.getByText('It is kept for 30 minutes')).toBeVisible();
  await expectNoAxeViolations(page);
  await expectFits(page);
  await signInByForm(page, account);
  await expect(page).toHaveURL(newService);
  await expect(kept(page)).toBeVisible();
  await expectNoAxeViolations(page);
  await expectFits(page);
  await expect(page.getByLabel('Service Title')).toHaveValue('Half a title');
  await expect(page.getByLabel('Service Description')).toHaveValue('First line\nSecond line');
  await press(page, 'Add Service');
  await expect(page.getByText('Service added successfully').first()).toBeVisible();
  await expect.poll(() => product.sql('select 1 from services')).toHaveLength(1);
  await expect.poll(() => onDevice(page)).toBe(0);
});

test('an open page that notices the end leads back to itself; typing is back, and no other’s', async ({
  page,
  product,
}) => {
  const account = await signIn(page, product, 'editor');
  await openAdmin(page, services);
  await page.getByRole('link', { name: 'Add Service' }).click();
  await page.getByLabel('Service Title').fill('Half a title');
  await endSession(product, account);
  const look = () => page.evaluate(() => dispatchEvent(new Event('focus')));
  await look();
  await expect(ended(page)).toBeVisible();
  await expect(page).toHaveURL(login);
  await signInByForm(page, account);
  await expect(page).toHaveURL(newService);
  await expect(page.getByText('What you typed earlier is back. It has not been saved yet.')).toBeVisible();
  await expect(page.getByLabel('Service Title')).toHaveValue('Half a title');
  await press(page, 'Add Service');
  await expect(page.getByText('Please enter a description')).toBeVisible(); // the page has an answer with what was typed
  await signIn(page, product, 'editor'); // another account, in another tab
  await look();
  await expect(page.getByLabel('Service Title')).toHaveValue('');
  await waitForShell(page);
  expect(await onDevice(page)).toBe(1);
});
