import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago, emptyTables, happened } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNoAxeViolations, expectNoHorizontalScroll } from '../support/page-checks.ts';
import { signIn } from '../support/signed-in.ts';

const HOUR_MS = 3_600_000;
const views = ['inbox', 'waiting', 'answered', 'spam', 'trash'];
const viewPath = (view: string) => `${paths.admin.messages}?view=${view}`;

test.beforeEach(async ({ page, product }) => {
  await emptyTables(product.sql, 'messages');
  const kept = { spam_reason: null, answered_at: null, answered_by: null, trashed_at: null };
  await add(product.sql, 'messages', [
    { ...kept, name: 'Early Bird', subject: 'Column', created_at: ago(30 * HOUR_MS), folder: 'inbox' },
    { ...kept, name: 'Late Comer', subject: 'Girder', created_at: ago(HOUR_MS), folder: 'inbox' },
    {
      ...kept,
      name: 'Well Served',
      folder: 'inbox',
      created_at: ago(0),
      answered_at: ago(0),
      answered_by: 'ann@example.com',
    },
    { ...kept, name: 'Spam Sender', folder: 'spam', created_at: ago(0), spam_reason: 'It has 9 links.' },
    { ...kept, name: 'Thrown Away', folder: 'trash', created_at: ago(0), trashed_at: ago(0) },
  ]);
  await add(product.sql, 'notifications', [
    {
      message_id: 1,
      state: 'sent',
      sent_at: ago(HOUR_MS),
      payload: { phoneNumber: '(868) 555-0100', companyName: 'Bird Ltd' },
    },
  ]);
  await signIn(page, product, 'admin');
});

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const nameIn = {
  inbox: 'Early Bird',
  waiting: 'Early Bird',
  answered: 'Well Served',
  spam: 'Spam Sender',
  trash: 'Thrown Away',
};

for (const width of [360, 768, 1440])
  test(`every view, the search and the details fit ${width} px and have no accessibility violation`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const view of views) {
      await openAdmin(page, viewPath(view));
      await expect(page.getByText(nameIn[view as keyof typeof nameIn]).first()).toBeVisible();
      await expectNoHorizontalScroll(page);
      await expectNoAxeViolations(page);
    }
    await openAdmin(page, `${paths.admin.messages}?q=nothing+like+this&from=2026-01-01`);
    await expect(page.getByText('No messages match.')).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectNoAxeViolations(page);
    await openAdmin(page, paths.admin.message(1));
    await expect(page.getByRole('dialog')).toContainText('Bird Ltd');
    await expectNoHorizontalScroll(page);
    await expectNoAxeViolations(page);
  });

test('from the dashboard to what waits, answered there, and back', async ({ page, product }) => {
  await openAdmin(page, paths.admin.dashboard);
  const sidebar = page.getByRole('navigation', { name: 'Admin' });
  await expect(sidebar.getByRole('link', { name: /^View Messages/ })).toContainText('2');
  await page.getByRole('link', { name: '2 wait · the oldest for 30 h · 1 overdue' }).click();
  await expect(page).toHaveURL(viewPath('waiting'));
  await expect(page.getByRole('row').nth(1)).toContainText('Overdue by 6 h');
  await row(page, 'Early Bird').getByRole('button', { name: 'Mark answered' }).click();
  await expect(page.getByText('Message marked as answered')).toBeVisible();
  expect(await product.sql('select id from messages where answered_at is not null order by id')).toEqual([
    { id: 1 },
    { id: 3 },
  ]);
  await openAdmin(page, viewPath('answered'));
  await row(page, 'Early Bird').getByRole('button', { name: 'Not answered after all' }).click();
  await expect(page.getByText('Message marked as not answered')).toBeVisible();
  await openAdmin(page, viewPath('waiting'));
  await expect(row(page, 'Early Bird')).toContainText('Overdue by 6 h');
});

test('beside the sidebar of a tablet the names of those who wait have room', async ({ page, product }) => {
  await page.setViewportSize({ width: 768, height: 1000 });
  await product.sql(
    "update messages set name = 'Anisa Ramkissoon-Fontenelle', subject = 'Tandem lift of a process column' where id = 1",
  );
  await openAdmin(page, paths.admin.dashboard);
  const names = page.getByText('Anisa Ramkissoon-Fontenelle, Bird Ltd');
  expect((await names.boundingBox())!.height).toBeLessThan(30); // one line
  await expectNoHorizontalScroll(page);
});

test('what was acted on stays in its place and says so, until the page is loaded again @js', async ({ page }) => {
  await openAdmin(page, viewPath('waiting'));
  await row(page, 'Early Bird').getByRole('button', { name: 'Mark answered' }).click();
  await expect(row(page, 'Early Bird')).toContainText('Answered just now');
  await expect(page.getByRole('navigation', { name: 'Views' })).toContainText('Waiting 1');
  await page.getByRole('checkbox', { name: /Late Comer/ }).check();
  await page.getByRole('button', { name: 'Move to Trash' }).click();
  await expect(row(page, 'Late Comer')).toContainText('In trash');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByText('1 message moved to trash')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No waiting messages.')).toBeVisible();
});

test('spam is found to be none, and the trash gives back', async ({ page, product }) => {
  await openAdmin(page, viewPath('spam'));
  await expect(row(page, 'Spam Sender')).toContainText('It has 9 links.');
  await row(page, 'Spam Sender').getByRole('button', { name: 'Not spam' }).click();
  await expect(page.getByText('Message moved to the inbox')).toBeVisible();
  await openAdmin(page, viewPath('trash'));
  await row(page, 'Thrown Away').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Message restored')).toBeVisible();
  expect(await product.sql("select id from messages where folder = 'inbox' order by id")).toHaveLength(5);
});

test('a note about a call, with the enquiry marked answered', async ({ page }) => {
  await openAdmin(page, paths.admin.message(1));
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  await expect(dialog.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:+18685550100');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Rang; plan by Friday');
  await dialog.getByRole('button', { name: 'Mark answered' }).click();
  await expect(page.getByText('Message marked as answered')).toBeVisible();
  await expect(dialog.getByRole('list')).toContainText('Rang; plan by Friday');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Second thoughts');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await dialog.getByRole('button', { name: 'Delete note' }).click();
  await expect(page.getByText('Note deleted')).toBeVisible();
  await expect(dialog).not.toContainText('Second thoughts');
});

test('the search finds, goes along with a mark, and is cleared', async ({ page }) => {
  await openAdmin(page, paths.admin.messages);
  await page.getByRole('searchbox', { name: 'Search' }).fill('bird');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 found')).toBeVisible();
  await expect(page).toHaveURL(/\?q=bird/);
  await row(page, 'Early Bird').getByRole('button', { name: 'Mark read' }).click();
  await expect(page.getByText('Message marked as read')).toBeVisible();
  await expect(page).toHaveURL(/\?q=bird/);
  await expect(page.getByRole('link', { name: 'Export these' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(row(page, 'Late Comer')).toBeVisible();
});

test('a reply is written in the details, sent to the visitor, and stops the clock', async ({ page, product }) => {
  await openAdmin(page, paths.admin.message(1));
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  const [{ reference }] = (await product.sql('select reference from messages where id = 1')) as [{ reference: string }];
  await expect(dialog.getByRole('textbox', { name: 'Reply subject' })).toHaveValue(`Re: Column [${reference}]`);
  await dialog.getByRole('link', { name: 'Reply', exact: true }).click();
  const text = dialog.getByRole('textbox', { name: 'Reply', exact: true });
  await expect(text).toBeInViewport();
  await expect(text).toBeFocused();
  await text.fill('We can come on Monday.');
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Reply queued')).toBeVisible();
  await expect(dialog).toContainText(/Answered \d+ \w+ \d{4}/);
  await expect(dialog.getByRole('list')).toContainText('We can come on Monday.');
  await expect(text).toHaveValue('');
  expect(await product.sql('select subject, text from replies')).toEqual([
    { subject: `Re: Column [${reference}]`, text: 'We can come on Monday.' },
  ]);
});

test('a reply is not sent over what somebody else did meanwhile, and nothing typed is lost', async ({
  page,
  product,
}) => {
  await openAdmin(page, paths.admin.message(1));
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  await happened(product.sql, 1, 'note', 'bob@example.com', 'I rang him');
  await dialog.getByRole('textbox', { name: 'Reply', exact: true }).fill('My answer');
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(dialog.getByRole('heading', { name: 'Somebody else was here first' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Reply', exact: true })).toHaveValue('My answer');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Send all the same' }).click();
  await expect(page.getByText('Reply queued')).toBeVisible();
  expect(await product.sql('select text from replies')).toEqual([{ text: 'My answer' }]);
});

test('a note about an answer is not lost to what somebody else did meanwhile', async ({ page, product }) => {
  await openAdmin(page, paths.admin.message(1));
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  const note = dialog.getByRole('textbox', { name: 'Note', exact: true });
  await note.fill('I rang him, too');
  await product.sql('update messages set answered_at = now() where id = 1');
  await happened(product.sql, 1, 'answered', 'bob@example.com', 'I rang him');
  await dialog.getByRole('button', { name: 'Mark answered' }).click();
  await expect(dialog.getByRole('heading', { name: 'Somebody else was here first' })).toBeVisible();
  await expect(note).toHaveValue('I rang him, too');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Note added')).toBeVisible();
  await expect(note).toHaveValue('');
  await expect(dialog.getByRole('list')).toContainText('I rang him, too');
});

test('a search says what it found and leaves the keyboard where it is @js', async ({ page }) => {
  await openAdmin(page, paths.admin.messages);
  const search = page.getByRole('search');
  const box = search.getByRole('searchbox', { name: 'Search' });
  const status = (await search.getByRole('status').elementHandle())!;
  await box.fill('bird');
  await box.press('Enter');
  await expect(search.getByText('1 found')).toBeVisible();
  await expect(box).toBeFocused();
  await search.getByText('By service and date').click();
  await search.getByLabel('Service type').selectOption('Training Request');
  await page.waitForTimeout(500); // Enter has pressed that button, too: sooner, this would be the second half
  await search.getByRole('button', { name: 'Search' }).press('Enter');
  await expect(search.getByText('No messages match.')).toBeVisible();
  await expect(search.getByRole('button', { name: 'Search' })).toBeFocused();
  expect(await status.textContent()).toContain('No messages match.'); // the same one: another would not be read out
  await search.getByRole('link', { name: 'Clear' }).press('Enter');
  await expect(box).toHaveValue('');
  await expect(search.getByLabel('Service type')).toHaveValue('');
  await expect(search.getByRole('button', { name: 'Search' })).toBeFocused();
  await page.goBack();
  await expect(box).toHaveValue('bird');
});

test('after a search that is refused the keyboard goes on at what is wrong @js', async ({ page }) => {
  await openAdmin(page, paths.admin.messages);
  const search = page.getByRole('search');
  await search.getByText('By service and date').click();
  await search.getByLabel('From').fill('2026-03-02');
  await search.getByLabel('To', { exact: true }).fill('2026-03-01');
  await search.getByRole('button', { name: 'Search' }).press('Enter');
  await expect(search.getByLabel('From')).toHaveAccessibleDescription(/The first day is after the last one/);
  await expect(search.getByLabel('From')).toBeFocused();
});

test('what takes its own button away leaves the keyboard in its row @js', async ({ page }) => {
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

test("'Reply' leads to the field and away from nothing @js", async ({ page, product }) => {
  await openAdmin(page, paths.admin.message(1));
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  const text = dialog.getByRole('textbox', { name: 'Reply', exact: true });
  const note = dialog.getByRole('textbox', { name: 'Note', exact: true });
  await happened(product.sql, 1, 'note', 'bob@example.com', 'I rang him');
  await text.fill('My answer');
  await note.fill('Half a note');
  const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() === 'GET') await isTyped;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(dialog.getByRole('heading', { name: 'Somebody else was here first' })).toBeVisible();
  await dialog.getByRole('link', { name: 'Reply', exact: true }).press('Enter');
  await expect(text).toBeFocused();
  await expect(text).toBeInViewport();
  expect(page.url()).not.toContain('#');
  await page.keyboard.type(', soon');
  goOn(); // and with it comes what Bob did
  await expect(dialog.getByRole('region', { name: 'What happened' })).toContainText('I rang him');
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/soon/);
  await expect(note).toHaveValue('Half a note');
  await dialog.getByRole('button', { name: 'Send all the same' }).click();
  await expect(page.getByText('Reply queued')).toBeVisible();
  await expect(text).toHaveValue('');
  await expect(note).toHaveValue('Half a note');
});
