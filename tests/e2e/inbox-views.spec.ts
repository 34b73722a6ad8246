import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago, recordAct, HOUR_MS } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { expectNoAxeViolations } from '../support/page-checks.ts';
import { hold } from '../support/site-page.ts';
import { signInToInbox } from '../support/signed-in.ts';

const viewPath = (view: string) => `${paths.admin.messages}?view=${view}`;

test.beforeEach(async ({ page, product }) => {
  const kept = { spam_reason: null, answered_at: null, answered_by: null, trashed_at: null };
  const answered = { answered_at: ago(0), answered_by: 'ann@example.com' };
  await signInToInbox(page, product, [
    { ...kept, name: 'Early Bird', subject: 'Column', created_at: ago(30 * HOUR_MS), folder: 'inbox' },
    { ...kept, name: 'Late Comer', subject: 'Girder', created_at: ago(HOUR_MS), folder: 'inbox' },
    { ...kept, ...answered, name: 'Well Served', folder: 'inbox', created_at: ago(0) },
    { ...kept, name: 'Spam Sender', folder: 'spam', created_at: ago(0), spam_reason: 'Caught: contains 5 links' },
    { ...kept, name: 'Thrown Away', folder: 'trash', created_at: ago(0), trashed_at: ago(0) },
  ]);
  const payload = { phoneNumber: '(868) 555-0100', companyName: 'Bird Ltd' };
  await add(product.sql, 'notifications', [{ message_id: 1, state: 'sent', sent_at: ago(HOUR_MS), payload }]);
});

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('on a phone inbox and details fit and are accessible; names have room', async ({ page, product, errors }) => {
  errors.expect(/400/);
  await page.setViewportSize({ width: 360, height: 800 });
  await openAdmin(page, viewPath('waiting')); // every-page.spec.ts tests other views and widths
  await expectNoAxeViolations(page);
  await openAdmin(page, paths.admin.message(1));
  await expect(page.getByText('Bird Ltd').first()).toBeVisible();
  await expectFits(page);
  const bar = page.locator('.letter-bar');
  expect((await bar.boundingBox())!.height).toBeLessThan(65); // one row
  await bar.getByRole('link', { name: 'Later' }).click();
  await expect(page.getByText('It is overdue')).toBeFocused();
  await openAdmin(page, paths.admin.message(2));
  await bar.getByRole('link', { name: 'Later' }).click();
  await expect(page.getByLabel('Later until')).toBeFocused();
  await page.getByRole('button', { name: 'Later', exact: true }).click();
  await expect(page.getByText('Please give a day and a time').first()).toBeVisible();
  await expectFits(page);
  await expectNoAxeViolations(page);

  await page.setViewportSize({ width: 768, height: 1000 });
  await product.sql("update messages set name = 'Anisa Ramkissoon-Fontenelle' where id = 1");
  await openAdmin(page, paths.admin.dashboard);
  expect((await page.getByText('Anisa Ramkissoon-Fontenelle, Bird Ltd').boundingBox())!.height).toBeLessThan(30); // one line, beside the sidebar
});

test('a changed row stays in place with the focus, or shows what others did', async ({ page, product, errors }) => {
  errors.expect(/409/);
  const bo = await makeAccount(product.sql, 'admin');
  await openAdmin(page, viewPath('waiting'));
  const views = page.getByRole('navigation', { name: 'Views' });
  await page.getByRole('checkbox', { name: /Early Bird/ }).check();
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(row(page, 'Early Bird')).toContainText('Owner: admin');
  await expect(views).toContainText('Mine 1');
  await expect(page.getByText('1 message taken')).toBeVisible(); // by then nothing is ticked
  const theirs = 'update messages set owner_id = (select id from owners where account_id = $1) where id = 2';
  await product.sql(theirs, [bo.accountId]);
  await recordAct(product.sql, 2, 'taken', bo.email);
  await page.getByRole('checkbox', { name: /Late Comer/ }).check();
  await page.getByText('Give to …', { exact: true }).click();
  await expect(page.getByRole('button', { name: `Give to ${bo.email}` })).toHaveCSS('white-space', 'normal');
  await page.getByRole('button', { name: `Give to ${bo.email}` }).click();
  await expect(page.getByRole('alert')).toContainText(`${bo.email}: Did something about SR-`);
  await expect(row(page, 'Late Comer')).toContainText(`Owner: ${bo.email}`);
  await expect(page.getByRole('checkbox', { name: /Late Comer/ })).toBeChecked();
  // By keyboard: with many possible owners, Take may scroll under the pointer, and a click would be a double click.
  await page.getByRole('button', { name: 'Take', exact: true }).press('Enter');
  await expect(row(page, 'Late Comer')).not.toContainText(bo.email);
  await expect(views).toContainText('Mine 2');

  await row(page, 'Early Bird').getByRole('button', { name: 'Mark answered' }).click();
  await expect(row(page, 'Early Bird')).toContainText(/Answered \d.* by admin/);
  await expect(views).toContainText('Waiting 1');
  await page.getByRole('checkbox', { name: /Late Comer/ }).check();
  await page.getByRole('button', { name: 'Move to Trash' }).click();
  await expect(page.getByText('Message moved to trash')).toBeVisible();
  await expect(row(page, 'Late Comer')).toContainText('In trash');
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.reload();
  await expect(page.getByText('No waiting messages.')).toBeVisible();
  for (const [view, name, button] of [
    ['spam', 'Spam Sender', 'Not spam'],
    ['trash', 'Thrown Away', 'Restore'],
  ] as const) {
    await openAdmin(page, viewPath(view));
    await row(page, name).getByRole('button', { name: button }).press('Enter');
    await expect(row(page, name).getByRole('button', { name: button })).toHaveCount(0);
    await expect(row(page, name).getByRole('button', { name: 'View' })).toBeFocused();
  }
});

test('what is done to a message and leads away from it is in the list', async ({ page }) => {
  await openAdmin(page, viewPath('waiting'));
  const isListed = (...names: string[]) => expect(page.locator('.inbox-row')).toContainText(names);
  await row(page, 'Late Comer').getByRole('button', { name: 'View' }).click();
  await page.locator('summary').filter({ hasText: 'More actions' }).click();
  await page.getByRole('button', { name: 'Mark as spam' }).click();
  await isListed('Early Bird');
  await row(page, 'Early Bird').getByRole('button', { name: 'View' }).click();
  await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('We can come on Monday.');
  await page.getByRole('button', { name: 'Send and next' }).click();
  await isListed();
  await page.getByRole('button', { name: 'Take back' }).click();
  await isListed('Early Bird');
});

test('a search announces its results and leaves the focus where it is', async ({ page }) => {
  await openAdmin(page, paths.admin.messages);
  const search = page.getByRole('search');
  const box = search.getByRole('searchbox', { name: 'Search' });
  const status = (await search.getByRole('status').elementHandle())!;
  await box.fill('bird');
  await box.press('Enter');
  await expect(search.getByText('1 found')).toBeVisible();
  await expect(box).toBeFocused();
  await search.getByText('More filters').click();
  await search.getByLabel('Service type').selectOption('Training Request');
  await page.waitForTimeout(500); // Enter has pressed that button, too: a sooner press would be a double click
  await search.getByRole('button', { name: 'Search' }).press('Enter');
  await expect(search.getByText('No messages match.')).toBeVisible();
  await expect(search.getByRole('button', { name: 'Search' })).toBeFocused();
  expect(await status.textContent()).toContain('No messages match.'); // a new element would not be read out
  await search.getByRole('link', { name: 'Clear' }).press('Enter');
  await expect(box).toHaveValue('');
  await expect(search.getByLabel('Service type')).toHaveValue('');
  await expect(search.getByRole('button', { name: 'Search' })).toBeFocused();
  await page.goBack();
  await expect(box).toHaveValue('bird');
  await search.getByLabel('From').fill('2026-03-02');
  await search.getByLabel('To', { exact: true }).fill('2026-03-01');
  await search.getByRole('button', { name: 'Search' }).press('Enter');
  await expect(search.getByLabel('From')).toHaveAccessibleDescription(/The first day is after the last one/);
  await expect(search.getByLabel('From')).toBeFocused(); // at the field that is wrong
});

test("'Reply' leads to the field and away from nothing", async ({ page, product }) => {
  await openAdmin(page, paths.admin.message(1));
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  const text = dialog.getByRole('textbox', { name: 'Reply', exact: true });
  const note = dialog.getByRole('textbox', { name: 'Note', exact: true });
  await recordAct(product.sql, 1, 'note', 'bob@example.com', 'I rang him');
  await dialog.getByRole('link', { name: 'Reply', exact: true }).press('Enter');
  await expect(text).toBeFocused();
  await expect(text).toBeInViewport();
  expect(page.url()).not.toContain('#');
  await page.keyboard.type('My answer');
  await note.fill('Half a note');
  const goOn = await hold(page, '**/*.data*', 'GET');
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(dialog.getByRole('heading', { name: 'Somebody else was here first' })).toBeVisible();
  await expectNoAxeViolations(page);
  await text.press('End');
  await page.keyboard.type(', soon');
  goOn(); // and its answer brings Bob's note
  await expect(dialog.getByRole('region', { name: 'Conversation' })).toContainText('I rang him');
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/soon/);
  await expect(note).toHaveValue('Half a note');
  await dialog.getByRole('button', { name: 'Send all the same' }).click();
  await expect(page.getByText('Reply queued')).toBeVisible();
  await expect(text).toHaveValue('');
  await expect(note).toHaveValue('Half a note');
});
