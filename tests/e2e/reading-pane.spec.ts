import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago, recordAct, HOUR_MS } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNoAxeViolations } from '../support/page-checks.ts';
import { signInToInbox } from '../support/signed-in.ts';

const HINT = 'Choose a message to read it here.';
const WIDE = { width: 1680, height: 1000 };
const NARROW = { width: 1400, height: 1000 };

test.beforeEach(async ({ page, product }) => {
  await signInToInbox(page, product, 8, (n) => ({
    name: `Client ${n}`,
    email: `client${n}@example.com`,
    subject: `Column ${n}`,
    message: 'It weighs\n42 t.',
    is_read: false,
    created_at: ago(n * HOUR_MS),
  }));
  await add(product.sql, 'notifications', [
    { message_id: 1, state: 'sent', sent_at: ago(0), payload: { companyName: 'Bird & Sons', phoneNumber: null } },
  ]);
  await page.setViewportSize(WIDE);
});

const details = (page: Page) => page.locator('[aria-labelledby="dialog-title"], [role="dialog"]');
const pane = (page: Page) => page.getByRole('region', { name: 'Message Details' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Message Details' });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: new RegExp(`${name}\\b`) });
const view = (page: Page, name: string) => row(page, name).getByRole('button', { name: /^View/ });
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true });

test('beside the list a message is read, answered and marked, and the list stays in use', async ({ page, product }) => {
  await openAdmin(page, paths.admin.messages);
  await expect(page.getByText(HINT)).toBeVisible();
  await expectNoAxeViolations(page);
  await view(page, 'Client 1').click();
  await expect(page).toHaveURL(paths.admin.message(1));
  await expect(page.getByText(HINT)).toBeHidden();
  await expect(details(page)).toContainText('Bird & Sons');
  await expect(row(page, 'Client 1')).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('tr[aria-current]')).toHaveCount(1);
  const [list, read] = [await row(page, 'Client 1').boundingBox(), await details(page).boundingBox()];
  expect(read!.x).toBeGreaterThanOrEqual(list!.x + list!.width);
  await expect(reply(page)).toBeInViewport();
  await reply(page).fill('We can come on Monday.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Reply queued')).toBeVisible();
  await expect(details(page).getByRole('list')).toContainText('We can come on Monday.');
  await expect(row(page, 'Client 1')).toContainText('Answered');

  await view(page, 'Client 2').click(); // nothing covers the list
  await expect(details(page)).toContainText('Column 2');
  await expect(row(page, 'Client 2')).toHaveAttribute('aria-current', 'true');
  await expectNoAxeViolations(page);
  await pane(page).getByRole('button', { name: 'Mark answered' }).click();
  await expect(row(page, 'Client 2')).toContainText('Answered');
  await expect(row(page, 'Client 2').getByText('New', { exact: true })).toHaveCount(0);
  await reply(page).fill('A reply that is not finished');
  await row(page, 'Client 2').getByRole('button', { name: 'Mark unread' }).click();
  await row(page, 'Client 7').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark Answered', exact: true }).first().click();
  await expect(row(page, 'Client 7')).toContainText('Answered');
  await expect(reply(page)).toHaveValue('A reply that is not finished');
  const answered = `select array_agg(id order by id) filter (where is_read) as read,
      array_agg(id) filter (where not is_read) as unread from messages where answered_at is not null`;
  await expect.poll(() => product.sql(answered)).toEqual([{ read: [1, 7], unread: [2] }]);
  await view(page, 'Client 8').click();
  await page.getByRole('button', { name: 'Discard changes' }).click(); // the usual question
  await expect(pane(page)).toContainText('Column 8');
  await reply(page).fill('Half a reply');
  await pane(page).getByRole('textbox', { name: 'Note' }).fill('Half a note');
  await pane(page).getByLabel('Later until').fill('2030-01-01T08:00');
  await recordAct(product.sql, 8, 'client-answer', 'Client 8');
  await row(page, 'Client 7').getByRole('button', { name: 'Mark unread' }).click();
  await expect(pane(page)).toContainText('by Client 8'); // it has come with the list, under what is typed
  for (const [button, form] of [
    ['Mark answered', '#note-form'],
    ['Later', '[action*=later]'],
    ['Send reply', '#reply'],
  ] as const) {
    await pane(page).getByRole('button', { name: button, exact: true }).click();
    const conflict = pane(page).locator(form).getByRole('region', { name: 'Somebody else was here first' });
    await expect(conflict).toContainText('by Client 8');
  }
  await expect(reply(page)).toHaveValue('Half a reply');
  await details(page).getByLabel('Close').click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(paths.admin.messages);
  await expect(page.getByText(HINT)).toBeVisible();
});

test('by keyboard the heading has the focus, actions keep it, and Escape gives it back', async ({ page, product }) => {
  await product.sql(
    `insert into replies (message_id, who, subject, text, state) values (5, 'bob', 'Re', 'Yes', 'failed')`,
  );
  await recordAct(product.sql, 5, 'reply', 'bob@example.com');
  await openAdmin(page, paths.admin.messages);
  for (const name of ['Client 3', 'Client 5']) {
    await view(page, name).focus();
    await page.keyboard.press('Enter');
    await expect(pane(page).getByRole('heading', { name: 'Message Details' })).toBeFocused();
    await expect(pane(page)).toContainText(name);
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');
  await page.keyboard.press('Tab');
  await expect(pane(page).getByLabel('Close')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab'); // back into the list: no focus trap
  expect(await page.evaluate(() => document.activeElement?.closest('[role="region"]'))).toBeNull();
  await page.keyboard.press('Escape'); // outside the pane, Escape does not close it
  await expect(pane(page)).toBeVisible();

  const heading = pane(page).getByRole('heading', { name: 'Conversation' });
  const again = pane(page).getByRole('button', { name: 'Send again' });
  await again.press('Enter');
  await expect(page.getByText('The reply will be sent again')).toBeVisible();
  await expect(again.or(heading).and(page.locator(':focus'))).toBeVisible(); // the button stays until the reply is sent
  const note = pane(page).getByRole('textbox', { name: 'Note' });
  for (const [field, button, says] of [
    [reply(page), 'Send reply', 'Reply queued'],
    [note, 'Add note', 'Note added'],
    [null, 'Delete note', 'Note deleted'],
  ] as const) {
    await field?.fill('We can come on Monday.');
    await pane(page).getByRole('button', { name: button, exact: true }).press('Enter');
    await expect(page.getByText(says)).toBeVisible();
    await expect(heading).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(pane(page)).toHaveCount(0);
  await expect(view(page, 'Client 5')).toBeFocused();
  await view(page, 'Client 4').click();
  await expect(pane(page)).toContainText('Column 4');
  await view(page, 'Client 6').click();
  await expect(pane(page)).toContainText('Column 6');
  await page.goBack(); // goes back through the messages
  await expect(pane(page)).toContainText('Column 4');
  await expect(row(page, 'Client 4')).toHaveAttribute('aria-current', 'true');
});

test('pane and dialog become one another with the width, and typing continues', async ({ page, product }) => {
  await openAdmin(page, paths.admin.messages);
  await view(page, 'Client 3').click();
  await expect(pane(page)).toBeVisible();
  await page.setViewportSize(NARROW);
  await expect(dialog(page)).toHaveAttribute('aria-modal', 'true');
  await expect(pane(page)).toHaveCount(0);
  await page.setViewportSize(WIDE);
  await expect(pane(page)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  for (const [from, to, client] of [
    [WIDE, NARROW, 'Client 1'], // nothing covers its button any more
    [NARROW, WIDE, 'Client 2'],
  ] as const) {
    await page.setViewportSize(from);
    if (from === NARROW) await openAdmin(page, paths.admin.messages);
    await view(page, client).click();
    await expect(details(page)).toContainText(client);
    await reply(page).pressSequentially('Half a rep');
    await page.setViewportSize(to);
    await expect(details(page)).toBeInViewport();
    await expect(reply(page)).toBeFocused();
    await page.keyboard.type('ly');
    await expect(reply(page)).toHaveValue('Half a reply');
    await expect(page.getByText('What you typed earlier is back')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(page.getByText('Reply queued')).toBeVisible();
  }
  const replies = () => product.sql("select message_id as to from replies where text = 'Half a reply' order by 1");
  await expect.poll(replies).toEqual([{ to: 1 }, { to: 2 }]);
});

test('the next message begins at its subject; a notice is above and can be closed', async ({ page }) => {
  for (const width of [1600, 1599]) {
    await page.setViewportSize({ width, height: 900 }); // under 1600 px it is a dialog
    await openAdmin(page, paths.admin.message(2));
    await details(page).getByText('It weighs').click(); // which gives a dialog the focus, and keeps it
    await page.mouse.wheel(0, 5000);
    await expect(page.getByRole('heading', { name: 'Column 2' })).not.toBeInViewport();
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { name: 'Column 3' })).toBeInViewport();
  }
  await openAdmin(page, paths.admin.message(2));
  await expect(page.getByText(HINT)).toBeHidden();
  const begins = async (subject: string) => {
    const heading = dialog(page).getByRole('heading', { name: subject });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
  };
  await page.getByRole('button', { name: 'Next message' }).press('Enter');
  await begins('Column 3');
  await page.getByRole('button', { name: 'Previous message' }).press('Enter');
  await begins('Column 2');
  await reply(page).fill('We can come on Monday.');
  await page.getByRole('button', { name: 'Send and next' }).press('Enter');
  await begins('Column 3');

  await page.setViewportSize({ width: 360, height: 740 });
  await openAdmin(page, paths.admin.message(4));
  await reply(page).fill('We can come on Monday.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  const said = page.getByText('Reply queued');
  await expect(said).toBeVisible();
  const onTop = await said.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return element.parentElement!.contains(top) || top?.outerHTML;
  });
  expect(onTop).toBe(true);
  await page.getByRole('button', { name: 'Close notification' }).press('Enter');
  await expect(said).toBeHidden();
  await expect(dialog(page)).toBeFocused();
});
