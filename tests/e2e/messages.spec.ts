import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin, waitForShell } from '../support/admin-page.ts';
import { expect, test, type ProductUnderTest } from '../support/fixtures.ts';
import { signInToInbox } from '../support/signed-in.ts';
import { add } from '../support/content.ts';

/** Signs in to messages 1, 2 and so on. The first `unread` ones are unread; 1 is the newest. */
const fill = (page: Page, product: ProductUnderTest, unread: number, read = 0) =>
  signInToInbox(page, product, unread + read, (i) => ({
    name: `Client ${i}`,
    email: `client${i}@example.com`,
    subject: `Subject ${i}`,
    message: 'First line\nSecond line',
    service_type: i === 1 ? 'lift-plan-review' : null,
    preferred_contact: i === 1 ? 'either' : null,
    is_read: i > unread,
    created_at: new Date(Date.UTC(2026, 2, 2 - i, 14, 30)),
  }));

const table = (page: Page, name: 'Unread' | 'Read') =>
  page.getByRole('region', { name: `${name} Messages`, exact: true });
const row = (page: Page, client: string) =>
  page.getByRole('row').filter({ hasText: `${client.toLowerCase().replace(' ', '')}@` });
async function open(page: Page) {
  await page.goto(paths.admin.messages);
  await expect(page.getByRole('checkbox', { name: /^Select all/ }).first()).toBeVisible();
}
const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

test('select-all follows its rows; bulk buttons and the dialog work by keyboard alone', async ({ page, product }) => {
  await fill(page, product, 3, 2);
  await open(page);
  const all = page.getByRole('checkbox', { name: 'Select all unread messages' });
  const boxes = table(page, 'Unread').locator('tbody').getByRole('checkbox');
  const isSome = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
  const bulk = page.getByRole('button', { name: 'Mark Read', exact: true });
  await expect(bulk).toHaveCount(0); // nothing is selected
  await boxes.first().check();
  await boxes.last().click({ modifiers: ['Shift'] }); // selects a range
  await expect(all).toBeChecked();
  await all.uncheck();
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();
  await boxes.first().check();
  await expect(bulk).toBeVisible();
  expect(await isSome()).toBe(true);
  await expect(all).not.toBeChecked();
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  expect(await isSome()).toBe(false);
  await expect(all).toBeChecked();
  await expect(table(page, 'Unread').getByText('3 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select all read messages' })).not.toBeChecked();
  await bulk.click();
  await says(page, '3 messages marked as read');
  await expect(page.locator('input[type=checkbox]:checked')).toHaveCount(0);

  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  const view = row(page, 'Client 1').getByRole('button', { name: 'View' });
  await view.press('Enter');
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(view).toBeFocused();
  await open(page);
  const last = table(page, 'Read').getByRole('checkbox').last();
  await last.press('Space');
  await page.keyboard.press('Enter');
  await says(page, '1 message marked as unread');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName ?? '')).not.toBe('BODY');
  await last.press('Space');
  const answered = page.getByRole('button', { name: 'Mark Answered', exact: true });
  await answered.press('Enter');
  await says(page, '1 message marked as answered');
  await expect(last).not.toBeChecked();
  await expect(answered).toBeFocused();
});

test('a pager leads to the heading of its list, and so does the keyboard', async ({ page, product }) => {
  const rows = "select '/old-' || n, '/' from generate_series(1, 101) n";
  await fill(page, product, 30, 30);
  await product.sql(`insert into redirects (from_path, to_path) ${rows}`);
  await openAdmin(page, paths.admin.redirects);
  for (const name of ['Next page', 'First page']) {
    await page.getByRole('link', { name }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await product.sql("delete from redirects where from_path like '/old-%'");
  await page.setViewportSize({ width: 1280, height: 500 });
  await open(page);
  for (const name of ['Unread', 'Read'] as const) {
    const heading = table(page, name).getByRole('heading', { level: 2 });
    for (const label of ['Older', 'Newest']) {
      await table(page, name).getByRole('link', { name: label, exact: true }).click();
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport();
      await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(200);
    }
    await page.keyboard.press('Tab');
    await expect(table(page, name).locator(':focus')).toHaveCount(1);
  }
});

test('the export is downloaded; a bar announces enquiries and answers, and loads them', async ({ page, product }) => {
  await fill(page, product, 2);
  await open(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^messages-\d{4}-\d\d-\d\d\.csv$/);
  await says(page, 'Messages exported to CSV successfully');
  await page.reload();
  await waitForShell(page); // a page that is not taken over yet hears nothing
  await expect(page.getByText('Messages exported to CSV successfully')).toHaveCount(0);

  let last = 50;
  const arrive = async () => {
    await add(product.sql, 'messages', [{ id: ++last, name: 'Newcomer' }]);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))); // the user returns
  };
  await arrive();
  await expect(page.getByRole('link', { name: '1 new message', exact: true })).toBeVisible();
  await product.sql(`insert into activities (kind, act, who, what, noun, noun_id)
    select 'enquiries', 'client-answer', 'the site itself', '', 'messages', min(id) from messages where not is_read`);
  await arrive();
  const bar = page.getByRole('link', { name: '2 new messages, 1 unread again' });
  await expect(bar).toBeVisible();
  await expect(page.getByText('Newcomer')).toHaveCount(0);
  await page.keyboard.press('End');
  await bar.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Unread Messages' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Unread Messages' })).toBeInViewport();
  await expect(table(page, 'Unread').getByRole('row').filter({ hasText: 'Newcomer' })).toHaveCount(2);
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('4 unread');
});
