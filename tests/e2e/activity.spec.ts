import { PAGE_SIZE } from '#app/audit/activity-log.ts';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, emptyTables } from '../support/content.ts';
import { expect, expectNoAxeViolations, test, type ProductUnderTest } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signInByPassword } from '../support/signed-in.ts';

const { activity } = paths.admin;

let email: string;
test.beforeEach(async ({ page, product }) => {
  await emptyTables(product.sql, 'messages', 'activities');
  ({ email } = await signInByPassword(page, product, 'admin'));
});
test.afterAll(({ product }) => emptyTables(product.sql, 'activities'));

/** So many lines of one moment, the last first. */
const addLines = ({ sql }: ProductUnderTest, count: number) =>
  sql(
    `insert into activities (at, kind, who, what, address)
     select '2026-03-01T16:00:00Z', 'pages', 'ed@example.com', 'Line ' || n, '192.0.2.7' from generate_series(1, $1::int) n`,
    [count],
  );

test('what staff do is found in the sidebar, with the way to it', async ({ page, product }) => {
  const [service] = await add(product.sql, 'services', [{ title: 'Cranes of old' }]);
  await openAdmin(page, paths.admin.editService(service!));
  await page.getByRole('textbox', { name: 'Service Title' }).fill('Cranes of now');
  await page.getByRole('button', { name: 'Update Service' }).click();
  await expect(page.getByText('Service updated successfully')).toBeVisible();
  await openAdmin(page, paths.admin.dashboard);
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveTitle(/^Activity/);
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(email);
  await expect(lines.last()).toContainText('Signed in');
  await lines.first().getByRole('link', { name: 'Changed the service “Cranes of now”' }).click();
  await expect(page.getByRole('textbox', { name: 'Service Title' })).toHaveValue('Cranes of now');
  await product.sql('delete from services where id = $1', [service]);
});

test('is filtered, page after page, and cleared', async ({ page, product }) => {
  await addLines(product, PAGE_SIZE + 3);
  await openAdmin(page, activity);
  await page.getByRole('combobox', { name: 'Who' }).fill('ed@example.com');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Page texts');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/who=ed%40example\.com&kind=pages/);
  await expect(page.getByText('Line 53', { exact: true })).toBeVisible();
  await expect(page.getByText('Signed in', { exact: false })).toHaveCount(1); // the option
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByText('Line 1', { exact: true })).toBeVisible();
  await expect(page.getByText('Line 4', { exact: true })).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Who' })).toHaveValue('ed@example.com');
  await page.getByRole('link', { name: 'Newer' }).press('Enter'); // a click so soon there is the second half of a double one
  await expect(page.getByText('Line 53', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(page.getByText('Signed in with the password')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Who' })).toHaveValue('');
});

test('a day that is none is refused with the form as it was', async ({ page }) => {
  await openAdmin(page, `${activity}?who=ed%40example.com&from=2026-03-02&to=2026-03-01`);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel('From')).toHaveAccessibleDescription(/The first day is after the last one/);
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-03-01');
  await expect(page.getByRole('combobox', { name: 'Who' })).toHaveValue('ed@example.com');
  await expectNoAxeViolations(page);
});

test('reads well on a phone and in both themes, with lines and without', async ({ page, product }) => {
  await addLines(product, 5);
  await product.sql(
    `insert into activities (kind, who, what, address) values ('sign-in-failed', $1, 'Gave a wrong e-mail or password', '2001:db8:85a3::8a2e:370:7334')`,
    [`${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`],
  );
  for (const query of ['', '?who=nobody%40example.com']) {
    await openAdmin(page, activity + query);
    await expect(page.getByText('No activity matches.')).toHaveCount(query ? 1 : 0);
    await expectNoAxeViolations(page);
    await expectFits(page);
  }
});

test('the filter leaves the keyboard where it is and says how much there is @js', async ({ page, product }) => {
  await addLines(product, 5);
  await openAdmin(page, activity);
  const main = page.getByRole('main');
  const status = main.getByRole('status').filter({ hasText: /shown$/ });
  const who = page.getByRole('combobox', { name: 'Who' });
  const isSame = (await status.elementHandle())!;
  await who.fill('ed@example.com');
  await who.press('Enter');
  await expect(status).toHaveText('5 shown');
  await expect(who).toBeFocused();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Services');
  await page.waitForTimeout(500); // Enter has pressed that button, too: sooner, this would be the second half
  await page.getByRole('button', { name: 'Filter' }).press('Enter');
  await expect(page.getByText('No activity matches.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused();
  expect(await isSame.textContent()).toContain('No activity matches.');
  await page.getByRole('link', { name: 'Clear the filter' }).press('Enter');
  await expect(status).toHaveText('6 shown');
  await expect(who).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused();
  await page.getByLabel('From').fill('2026-03-02');
  await page.getByLabel('To', { exact: true }).fill('2026-03-01');
  await page.getByRole('button', { name: 'Filter' }).press('Enter');
  await expect(page.getByLabel('From')).toHaveAccessibleDescription(/The first day is after the last one/);
  await expect(page.getByLabel('From')).toBeFocused();
});
