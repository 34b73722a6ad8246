import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNoAxeViolations } from '../support/page-checks.ts';
import { signInToInbox } from '../support/signed-in.ts';

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve());

test('keys do what their list says, wait while somebody types, and can be turned off', async ({ page, product }) => {
  const row = (name: string, n: number) => ({ name, subject: name, created_at: ago((n + 1) * 60_000) });
  await signInToInbox(page, product, ['First', 'Second', 'Third'].map(row));
  const heading = (name: string) => page.getByRole('dialog').getByRole('heading', { name });
  const tick = (name: string) => page.getByRole('checkbox', { name: new RegExp(`from ${name}`) });
  const reply = page.getByLabel('Reply', { exact: true });

  await openAdmin(page, paths.admin.messages);
  await press(page, '?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Next enquiry');
  await expectNoAxeViolations(page);
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await press(page, '/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await press(page, 'j', '?'); // typed into the search
  await expect(page.getByRole('searchbox')).toHaveValue('j?');
  await page.getByRole('searchbox').blur();
  await press(page, 'j', 'j');
  await expect(tick('Second')).toBeFocused();
  await press(page, 'k');
  await expect(tick('First')).toBeFocused();
  await press(page, 'Control+o', 'Alt+j');
  await expect(tick('First')).toBeFocused();
  await press(page, 'o');
  await expect(heading('First')).toBeVisible();
  await press(page, 'j');
  await expect(heading('Second')).toBeVisible();
  await press(page, 'r');
  await expect(reply).toBeFocused();
  await press(page, 'e', 'k');
  await expect(reply).toHaveValue('ek');
  await reply.fill('');
  await reply.blur();
  await press(page, 'e');
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^Answered/)
      .first(),
  ).toBeVisible();

  await openAdmin(page, paths.admin.messagesThatWait); // the oldest waits at the top
  await press(page, 'j', 'e');
  const answered = () => product.sql('select name from messages where answered_at is not null order by name');
  await expect.poll(answered).toEqual([{ name: 'Second' }, { name: 'Third' }]);
  await press(page, 'j', 'l');
  await expect(page.locator('#until')).toBeFocused();

  await add(product.sql, 'messages', [row('Fourth', 4)]);
  await page.setViewportSize({ width: 1680, height: 800 }); // the open enquiry stands beside the list
  await openAdmin(page, paths.admin.messages);
  await press(page, 'j', 'o');
  await expect(page.locator('#dialog-title')).toBeFocused(); // of the fourth
  await tick('First').focus();
  await press(page, 'e');
  await expect.poll(answered).toEqual(['First', 'Second', 'Third'].map((name) => ({ name })));
  await press(page, 'r');
  await expect(page.getByRole('heading', { name: 'First', exact: true })).toBeVisible();
  await expect(reply).toBeFocused();

  await openAdmin(page, paths.admin.preferences);
  await page.getByLabel('Keyboard shortcuts').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name and keys saved')).toBeVisible();
  await openAdmin(page, paths.admin.messages);
  await press(page, '?', '/', 'j');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('searchbox')).not.toBeFocused();
});
