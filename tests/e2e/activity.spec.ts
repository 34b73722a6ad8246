import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { emptyTables } from '../support/content.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signInByPassword } from '../support/signed-in.ts';

test('the activity log reads well, its filter leaves the keyboard where it is and says how much there is', async ({
  page,
  product,
}) => {
  await emptyTables(product.sql, 'messages', 'activities');
  await signInByPassword(page, product, 'admin');
  await product.sql(
    `insert into activities (at, kind, who, what, address)
     select '2026-03-01T16:00:00Z', 'pages', 'ed@example.com', 'Line ' || n, '192.0.2.7' from generate_series(1, 5) n`,
  );
  await product.sql(
    `insert into activities (kind, who, what, address) values ('sign-in-failed', $1, 'Gave a wrong e-mail or password', '2001:db8:85a3::8a2e:370:7334')`,
    [`${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`],
  );
  await openAdmin(page, paths.admin.activity);
  await expectNoAxeViolations(page);
  await expectFits(page);
  const status = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /shown$/ });
  const who = page.getByRole('combobox', { name: 'Who' });
  const filter = page.getByRole('button', { name: 'Filter' });
  const isSame = (await status.elementHandle())!;
  await who.fill('ed@example.com');
  await who.press('Enter');
  await expect(status).toHaveText('5 shown');
  await expect(who).toBeFocused();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Services');
  await page.waitForTimeout(500); // Enter has pressed that button, too: sooner, this would be the second half
  await filter.press('Enter');
  await expect(page.getByText('No activity matches.')).toBeVisible();
  await expect(filter).toBeFocused();
  expect(await isSame.textContent()).toContain('No activity matches.'); // another would not be read out
  await expectNoAxeViolations(page);
  await expectFits(page);
  await page.getByRole('link', { name: 'Clear the filter' }).press('Enter');
  await expect(status).toHaveText('7 shown');
  await expect(who).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('');
  await expect(filter).toBeFocused();
  await page.getByLabel('From').fill('2026-03-02');
  await page.getByLabel('To', { exact: true }).fill('2026-03-01');
  await filter.press('Enter');
  await expect(page.getByLabel('From')).toHaveAccessibleDescription(/The first day is after the last one/);
  await expect(page.getByLabel('From')).toBeFocused();
  await emptyTables(product.sql, 'activities');
});
