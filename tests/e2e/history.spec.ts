import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, times } from '../support/content.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  test,
  type ProductUnderTest,
} from '../support/fixtures.ts';
import { idOf, names, open, order, startWithThree, stored } from '../support/manage-services.ts';
import { signIn } from '../support/signed-in.ts';

const { admin } = paths;
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

test.describe('of services', () => {
  test.beforeEach(({ page, product }) => startWithThree(page, product));

  test('what somebody has changed since is not undone, which is said', async ({ page, product }) => {
    await open(page);
    await page.getByRole('button', { name: `Move up ${names[2]}` }).click();
    await expect(undo(page)).toBeVisible();
    await product.sql('update services set display_order = display_order + 10');
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await undo(page).click();
    expect((await answer).status()).toBe(409);
    await expect(page.getByRole('alert')).toContainText('This can no longer be undone');
    await expect(page).toHaveTitle(/^Error: /);
    await expectNoAxeViolations(page);
    expect(await stored(product)).toEqual(['11 Alpha crane', '12 Charlie sling', '13 Bravo hoist']);
  });

  test('every save is shown with what it changed, and an old state is restored', async ({ page, product }) => {
    const id = await idOf(product, names[0]!);
    for (const content of ['What Alpha crane lifts', 'What Alpha crane lifts and lowers']) {
      await open(page, admin.editService(id));
      await page.getByLabel('Service Description').fill(content);
      await page.getByRole('button', { name: 'Update Service' }).click();
      await expect(page.getByText('Service updated successfully')).toBeVisible();
    }
    await page.getByRole('link', { name: `History of ${names[0]}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
    const states = page.getByRole('list', { name: 'Saved states, the newest first' }).getByRole('listitem');
    await expect(states).toHaveCount(3);
    await expect(states.nth(0)).toContainText(/changed 2 words, \d{1,2} \w+ \d{4}, \d\d:\d\d/);
    await expect(states.nth(0)).toContainText('This is how it is now');
    await expect(states.nth(0).getByRole('insertion')).toContainText('added: and lowers');
    await expect(states.nth(1).getByRole('deletion')).toContainText('removed: does');
    await expect(states.nth(1).getByRole('insertion')).toContainText('added: lifts');
    await expectNoHorizontalScroll(page);
    await expectNoAxeViolations(page);
    await states.nth(2).getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Restored', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(admin.services);
    await page.goto(paths.services);
    await expect(page.getByText('What Alpha crane does')).toBeVisible();
  });

  test('what was deleted waits in the trash, and comes back at the end', async ({ page, product }) => {
    const id = await idOf(product, names[0]!);
    await open(page, admin.deleteService(id));
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Service deleted successfully')).toBeVisible();
    await page.getByRole('link', { name: 'Trash' }).click();
    const item = page.getByRole('list', { name: 'Deleted services' }).getByRole('listitem');
    await expect(item).toContainText(/Deleted by .*@example\.com, /);
    await expect(page.getByRole('link', { name: 'Trash' })).toHaveAttribute('aria-current', 'page');
    await expectNoHorizontalScroll(page);
    await expectNoAxeViolations(page);
    await item.getByRole('button', { name: `Restore ${names[0]}` }).click();
    await expect(page.getByText('Restored', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(admin.services);
    expect(await order(page)).toEqual([names[1], names[2], names[0]]);
    await page.goto(admin.inTrash(admin.services));
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  });
});

test.describe('of documents', () => {
  const stored = (product: ProductUnderTest) =>
    product.sql('select title, description, display_order from pdf_documents order by display_order');
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Update Document' }).click();
    await expect(page.getByText('Document updated successfully')).toBeVisible();
  };
  let ids: number[];
  test.beforeEach(async ({ page, product }) => {
    await product.sql('delete from pdf_documents');
    ids = await add(
      product.sql,
      'pdf_documents',
      times(3, (i) => ({ title: `Plan ${i}`, display_order: i })),
    );
    await signIn(page, product, 'editor');
  });

  test('the history of one that was moved says so at its present state, and offers to restore others', async ({
    page,
    product,
  }) => {
    await openAdmin(page, admin.editDocument(ids[1]!));
    await page.getByLabel('Title').fill('Other plan');
    await save(page);
    await page.getByRole('button', { name: 'Move up Other plan' }).click();
    await expect(page.getByText('Document order updated successfully')).toBeVisible();
    await page.getByRole('link', { name: 'History of Other plan' }).click();
    const states = page.getByRole('list', { name: 'Saved states, the newest first' }).getByRole('listitem');
    await expect(states.nth(0)).toContainText('This is how it is now, but for its place: it was moved since');
    await expect(states.nth(0).getByRole('button', { name: 'Restore' })).toHaveCount(0);
    await expectNoAxeViolations(page);
    await states.nth(1).getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Restored', { exact: true })).toBeVisible();
    expect((await stored(product)).map(({ title }) => title)).toEqual(['Plan 2', 'Plan 1', 'Plan 3']);
  });
});
