import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { paths } from '#app/paths.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  test,
  type ProductUnderTest,
} from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';
import { add, emptyTables, times } from '../support/content.ts';

/** Messages 1, 2, … of which the first `unread` are unread; 1 is the newest. */
const fill = (product: ProductUnderTest, unread: number, read = 0) =>
  add(
    product.sql,
    'messages',
    times(unread + read, (i) => ({
      id: i,
      name: `Client ${i}`,
      email: `client${i}@example.com`,
      subject: `Subject ${i}`,
      message: 'First line\nSecond line',
      service_type: i === 1 ? 'lift-plan-review' : null,
      preferred_contact: i === 1 ? 'either' : null,
      is_read: i > unread,
      created_at: new Date(Date.UTC(2026, 2, 2 - i, 14, 30)),
    })),
  );
const isRead = async (product: ProductUnderTest) =>
  (await product.sql('select id from messages where is_read order by id')).map(({ id }) => Number(id));

test.beforeEach(async ({ page, product }) => {
  await emptyTables(product.sql, 'messages');
  await signIn(page, product, 'admin');
});

const table = (page: Page, name: 'Unread' | 'Read') =>
  page.getByRole('region', { name: `${name} Messages`, exact: true });
const row = (page: Page, client: string) =>
  page.getByRole('row').filter({ hasText: `${client.toLowerCase().replace(' ', '')}@` });
const hasScripts = (page: Page) => page.evaluate(() => matchMedia('(scripting: enabled)').matches);
async function open(page: Page, address: string = paths.admin.messages) {
  await page.goto(address);
  const isList = new URL(page.url()).pathname === paths.admin.messages;
  if (isList && (await hasScripts(page)) && (await page.getByRole('row').count()))
    await expect(page.getByRole('checkbox', { name: /^Select all/ }).first()).toBeVisible();
}
const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

test('the inbox shows both tables, newest first, with every column and the counts', async ({ page, product }) => {
  await fill(product, 2, 1);
  await open(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Messages 2 unread, 1 read');
  const columns = ['Contact', 'Subject', 'Service Type', 'Preferred Contact', 'Date', 'Actions'];
  for (const column of columns)
    await expect(table(page, 'Unread').getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  await expect(table(page, 'Unread').getByRole('row')).toHaveText([
    /Contact/,
    /Client 1\s*client1@example\.com\s*New\s*Subject 1.*Lift Plan Review.*Either.*1 Mar 2026, 10:30.*View.*Mark read/s,
    /Client 2.*New.*General Inquiry.*Not specified/s,
  ]);
  await expect(table(page, 'Read').getByRole('row')).toHaveText([/Contact/, /Client 3.*View.*Mark unread/s]);
  await expect(table(page, 'Read').getByText('New', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'client1@example.com' })).toHaveAttribute(
    'href',
    'mailto:client1@example.com',
  );
});

test('an empty inbox says so, and has nothing to export', async ({ page }) => {
  await open(page);
  await says(page, 'No unread messages.');
  await says(page, 'No read messages.');
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
});

test('a row is marked read and unread by its own button', async ({ page, product }) => {
  await fill(product, 2);
  await open(page);
  await row(page, 'Client 1').getByRole('button', { name: 'Mark read' }).click();
  await says(page, 'Message marked as read');
  await open(page);
  await expect(table(page, 'Read').getByRole('row')).toHaveText([/Contact/, /Client 1/]);
  expect(await isRead(product)).toEqual([1]);
  await row(page, 'Client 1').getByRole('button', { name: 'Mark unread' }).click();
  await says(page, 'Message marked as unread');
  await open(page);
  await expect(table(page, 'Unread').getByRole('row')).toHaveCount(3);
  expect(await isRead(product)).toEqual([]);
});

test('ticked rows are marked together, and nothing stays ticked', async ({ page, product }) => {
  await fill(product, 4, 2);
  await open(page);
  for (const client of ['Client 1', 'Client 3', 'Client 4', 'Client 6'])
    await row(page, client).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark Read', exact: true }).click();
  await says(page, '3 messages marked as read');
  expect(await isRead(product)).toEqual([1, 3, 4, 5, 6]);
  await expect(page.locator('input[type=checkbox]:checked')).toHaveCount(0);
  await row(page, 'Client 5').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark Unread', exact: true }).click();
  await says(page, '1 message marked as unread');
  expect(await isRead(product)).toEqual([1, 3, 4, 6]);
});

test('the bulk button says so when nothing is ticked', async ({ page, product }) => {
  await fill(product, 1);
  await open(page);
  await page.getByRole('button', { name: 'Mark Read', exact: true }).click();
  await says(page, 'Select at least one message first.');
  expect(await isRead(product)).toEqual([]);
  if (!(await hasScripts(page))) return;
  await row(page, 'Client 1').getByRole('checkbox').check();
  await expect(page.getByText('Select at least one message first.')).toHaveCount(0);
});

test('select-all follows its rows: none, some, all @js', async ({ page, product }) => {
  await fill(product, 3, 2);
  await open(page);
  const all = page.getByRole('checkbox', { name: 'Select all unread messages' });
  const boxes = table(page, 'Unread').locator('tbody').getByRole('checkbox');
  const isSome = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
  await boxes.first().check();
  expect(await isSome()).toBe(true);
  await expect(all).not.toBeChecked();
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  expect(await isSome()).toBe(false);
  await expect(all).toBeChecked();
  await expect(table(page, 'Unread').getByText('3 selected')).toBeVisible();
  await all.uncheck();
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();
  await all.check();
  await expect(page.getByRole('checkbox', { name: 'Select all read messages' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Mark Read', exact: true }).click();
  await says(page, '3 messages marked as read');
  await expect(page.locator('input[type=checkbox]:checked')).toHaveCount(0);
});

test('there is no select-all without the script it needs @no-js', async ({ page, product }) => {
  await fill(product, 1);
  await open(page);
  await expect(page.getByRole('checkbox')).toHaveCount(1);
});

test('View opens the details and marks the message read; reloading the address changes nothing', async ({
  page,
  product,
}) => {
  await fill(product, 2);
  await open(page);
  await row(page, 'Client 1').getByRole('button', { name: 'View' }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.admin.message(1)}$`));
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  for (const [label, text] of [
    ['Name', 'Client 1'],
    ['Email', 'client1@example.com'],
    ['Subject', 'Subject 1'],
    ['Service Type', 'Lift Plan Review'],
    ['Preferred Contact', 'Either'],
    ['Received', '1 Mar 2026, 10:30'],
    ['Message', 'First line\nSecond line'],
  ] as const) {
    const value = dialog.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('+ dd');
    expect(await value.innerText()).toBe(text);
  }
  expect(await isRead(product)).toEqual([1]);
  await product.sql('update messages set is_read = false');
  await page.reload();
  await expect(dialog.getByRole('heading', { name: 'Message Details' })).toBeVisible();
  expect(await isRead(product)).toEqual([]);
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Close').click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${paths.admin.messages}$`));
  await page.goto(paths.admin.message(2));
  await expect(dialog.getByText('General Inquiry')).toBeVisible();
  await expect(dialog.getByText('Not specified')).toBeVisible();
});

test('the dialog is worked by keyboard alone @js', async ({ page, product }) => {
  await fill(product, 1);
  await open(page);
  await row(page, 'Client 1').getByRole('button', { name: 'View' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const focused = () => page.evaluate(() => document.activeElement?.tagName ?? '');
  await expect(row(page, 'Client 1').getByRole('button', { name: 'View' })).toBeFocused();
  await open(page);
  await table(page, 'Read').getByRole('checkbox').last().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await says(page, '1 message marked as unread');
  await expect.poll(focused).not.toBe('BODY');
});

test('the details show how far the e-mail has come, and send it again', async ({ page, product }) => {
  await fill(product, 3);
  const payload = { name: 'Client 3', email: 'client3@example.com', subject: 'S', message: 'M' };
  const refused = 'mail service answered 422 (code 300)';
  await add(product.sql, 'notifications', [
    { message_id: 1, state: 'sent', reason: null, attempts: 1, sent_at: '2026-03-01T14:31:00Z' },
    { message_id: 2, state: 'waiting', reason: 'mail service took too long', attempts: 3, sent_at: null },
    { message_id: 3, payload, state: 'failed', reason: refused, attempts: 1, sent_at: null },
  ]);
  await page.goto(paths.admin.message(1));
  await says(page, 'Sent 1 Mar 2026, 10:31');
  await page.goto(paths.admin.message(2));
  await says(page, 'Waiting, 3 attempts so far: mail service took too long');
  await page.goto(paths.admin.message(3));
  await says(page, 'Failed after 1 attempt: mail service answered 422 (code 300)');
  await page.getByRole('button', { name: 'Send the notification to us again' }).click();
  await expect(page.getByText('The notification will be sent again').first()).toBeAttached();
  await expect
    .poll(async () => (await product.sql('select state from notifications where message_id = 3'))[0]!.state)
    .toBe('sent');
});

test('each table is paged on its own', async ({ page, product }) => {
  await fill(product, 30, 30);
  await open(page);
  const pages = (name: 'unread' | 'read') => page.getByRole('navigation', { name: `Pages of ${name} messages` });
  const first = (name: 'Unread' | 'Read') => table(page, name).locator('tbody tr').first();
  await pages('read').getByRole('link', { name: 'Older' }).click();
  await expect(first('Read')).toContainText('Client 56');
  await pages('unread').getByRole('link', { name: 'Older' }).click();
  await expect(first('Unread')).toContainText('Client 26');
  await expect(first('Read')).toContainText('Client 56');
  await expect(table(page, 'Unread').locator('tbody tr')).toHaveCount(5);
  await first('Read').getByRole('button', { name: 'View' }).click();
  await page.getByRole('dialog').getByLabel('Close').click();
  await expect(first('Read')).toContainText('Client 56');
  await pages('unread').getByRole('link', { name: 'Newer' }).click();
  await expect(first('Unread')).toContainText('Client 1');
  await expect(pages('unread').getByRole('link', { name: 'Newer' })).toHaveCount(0);
});

for (const name of ['Unread', 'Read'] as const) {
  test(`the pager of ${name} leads to that table, and so does the keyboard`, async ({ page, product }) => {
    await fill(product, 30, 30);
    await page.setViewportSize({ width: 1280, height: 500 });
    await open(page);
    const heading = table(page, name).getByRole('heading', { level: 2 });
    for (const label of ['Older', 'Newer', 'Older', 'Newest']) {
      await table(page, name).getByRole('link', { name: label, exact: true }).click();
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport();
      await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(200);
      await page.waitForTimeout(500); // sooner, the next press would be the second half of a double click
    }
    await page.keyboard.press('Tab');
    const section = await page.evaluate(() =>
      document.activeElement?.closest('section')?.getAttribute('aria-labelledby'),
    );
    expect(section).toBe(`${name.toLowerCase()}-messages`);
  });
}

test('a slow page says that it is loading @js', async ({ page, product }) => {
  await fill(product, 30);
  await open(page);
  let letThrough = () => {};
  const isSeen = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/messages\.data/, async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByText('Loading messages...')).toBeVisible();
  letThrough();
  await expect(row(page, 'Client 26')).toBeVisible();
});

test('the export is downloaded', async ({ page, product }) => {
  await fill(product, 1, 1);
  await open(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^messages-\d{4}-\d\d-\d\d\.csv$/);
  const rows = parse(await fs.readFile(await (await download).path()), { bom: true }) as string[][];
  expect(rows.map(([name]) => name)).toEqual(['Name', 'Client 1', 'Client 2']);
  if (!(await hasScripts(page))) await page.reload(); // the next page says so
  await says(page, 'Messages exported to CSV successfully');
  await page.reload();
  await expect(page.getByText('Messages exported to CSV successfully')).toHaveCount(0);
});

test('new enquiries are told of in a bar, which loads them when asked @js', async ({ page, product }) => {
  await fill(product, 2);
  await open(page);
  let last = 50;
  const arrive = () => add(product.sql, 'messages', [{ id: ++last, name: 'Newcomer' }]);
  await page.waitForTimeout(300);
  await arrive();
  await expect(page.getByRole('link', { name: '1 new message', exact: true })).toBeVisible();
  await arrive();
  const bar = page.getByRole('link', { name: '2 new messages' });
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

test('an open inbox leaves when its session ends @js', async ({ page, product }) => {
  await fill(product, 1);
  await open(page);
  await page.waitForTimeout(500);
  await product.sql('delete from sessions');
  await expect(page).toHaveURL(new RegExp(`${paths.admin.login}$`));
});

test('a change that fails says so and keeps the selection', async ({ page, product }) => {
  await fill(product, 2);
  await open(page);
  await product.sql(`create or replace function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger broken before update on messages for each row execute function fail()`);
  await row(page, 'Client 1').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark Read', exact: true }).click();
  await expect(page.getByText('Failed to update message status')).toBeVisible();
  await expect(page).toHaveTitle('Error: (2) Contact Messages');
  if (await hasScripts(page)) await expect(row(page, 'Client 1').getByRole('checkbox')).toBeChecked();
  await product.sql('drop trigger broken on messages');
  await row(page, 'Client 1').getByRole('button', { name: 'Mark read' }).click();
  await says(page, 'Message marked as read');
  await expect(page).toHaveTitle('(2) Contact Messages');
});

test('what gets no answer is told, with the inbox and the selection still there @js', async ({
  page,
  product,
  errors,
}) => {
  errors.expect(/ERR_FAILED/);
  await fill(product, 2);
  await add(product.sql, 'notifications', [{ message_id: 1, state: 'failed' }]);
  await open(page);
  await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await row(page, 'Client 1').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark Read', exact: true }).click();
  await expect(page.getByText('Failed to update message status')).toBeVisible();
  await expect(row(page, 'Client 1').getByRole('checkbox')).toBeChecked();
  await row(page, 'Client 1').getByRole('button', { name: 'View' }).click();
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  const alert = (text: string) => dialog.getByRole('alert').filter({ hasText: text });
  await expect(alert('Failed to update message status').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Send the notification to us again' }).click();
  await expect(alert('The email could not be queued again').first()).toBeVisible();
  await dialog.getByLabel('Close', { exact: true }).click();
  await expect(row(page, 'Client 1').getByRole('checkbox')).toBeChecked();
  expect(await isRead(product)).toEqual([]);
});

test('the inbox suits a phone, with the longest texts', async ({ page, product }) => {
  await fill(product, 2, 1);
  await product.sql(
    `update messages set name = repeat('W', 200), subject = repeat('long', 70), email = repeat('x', 60) || '@example.com' where id = 1`,
  );
  await open(page);
  await expectNoHorizontalScroll(page);
  await page.goto(paths.admin.message(1));
  await expectNoHorizontalScroll(page);
});

for (const width of [1280, 360]) {
  test(`the inbox has no accessibility violation in either theme at ${width} px`, async ({ page, product }) => {
    test.slow();
    await fill(product, 2, 1);
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    await expectNoAxeViolations(page);
  });
}
