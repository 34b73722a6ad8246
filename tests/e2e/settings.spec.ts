import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { ago, DAY_MS } from '../support/content.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { hold } from '../support/site-page.ts';
import { signIn, signInToInbox } from '../support/signed-in.ts';

const { settings } = paths.admin;
const asDelivered =
  'update settings set acknowledgement = false, retention_months = null, mail_to = null, version = version + 1';

test.afterAll(({ product }) => product.sql(asDelivered));

test('nothing is deleted by accident, and typing stays when others save settings', async ({ page, product }) => {
  const acknowledge = page.getByRole('checkbox', { name: 'Acknowledge enquiries by mail' });
  const retention = page.getByRole('combobox', { name: 'Delete enquiries older than' });
  const save = page.getByRole('button', { name: 'Save Settings' });
  const saveAllTheSame = page.getByRole('button', { name: 'Save all the same' });
  await product.sql(asDelivered);
  await signInToInbox(page, product, [{ created_at: ago(400 * DAY_MS) }, { created_at: ago(800 * DAY_MS) }]);
  await openAdmin(page, settings);
  await retention.selectOption('12 months');
  await acknowledge.check();
  await save.click();
  const question = page.getByRole('region', { name: 'Not saved yet' });
  await expect(question).toContainText('2 enquiries are older than 12 months and will be deleted tonight, for good.');
  await expect(question).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expectNoAxeViolations(page);
  await expectFits(page);
  await expect(save).toBeHidden();
  await retention.selectOption('24 months');
  await expect(saveAllTheSame).toBeHidden();
  await save.click();
  await expect(question).toContainText('1 enquiry is older than 24 months');
  await expect(acknowledge).toBeChecked();
  await saveAllTheSame.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(save).toBeFocused(); // it replaces the button that is gone

  await product.sql('update settings set retention_months = 36, version = version + 1');
  const goOn = await hold(page, '**/*.data*', 'GET');
  await acknowledge.uncheck();
  await save.click();
  const theirs = page.getByRole('region', { name: 'Saved by someone else' });
  await expect(theirs).toBeVisible();
  await retention.focus();
  await retention.selectOption('12 months');
  await expect(save).toBeDisabled();
  goOn();
  await expect(save).toBeEnabled();
  await expect(retention).toHaveValue('12');
  await expect(retention).toBeFocused();
  await expect(theirs).toContainText('36 months');
  await expectFits(page);
  await theirs.getByRole('link', { name: 'go back to theirs' }).click();
  await expect(retention).toHaveValue('36');
  await expect(acknowledge).toBeChecked();
});

test('an address saved after a refused one is no draft; a test leaves the focus alone', async ({ page, product }) => {
  await product.sql(asDelivered);
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.mailSettings);
  const addresses = page.getByRole('textbox', { name: 'Who is told of enquiries' });
  const sendIt = page.getByRole('button', { name: 'Send a test' });
  const saveAs = async (typed: string) => {
    await addresses.fill(typed);
    await page.getByRole('button', { name: 'Save Addresses' }).click();
  };
  await saveAs('x');
  await expect(addresses).toHaveAttribute('aria-invalid', 'true');
  await sendIt.press('Enter');
  await expect(addresses).not.toHaveAttribute('aria-invalid', 'true');
  await expect(sendIt).toBeFocused();
  await saveAs('x');
  await expect(addresses).toHaveAttribute('aria-invalid', 'true');
  for (const typed of ['a@b.cc, c@d.ee', 'a@b.cc']) {
    await saveAs(typed);
    await expect(addresses).toHaveValue(typed.replace(', ', '\n'));
    await expect(page.getByText('It has not been saved yet')).toHaveCount(0);
    await expect(page.getByText('Settings saved').first()).toBeVisible();
  }
});

test('a line of the set-up list goes and comes back, and a backup is made on demand', async ({ page, product }) => {
  await product.sql('update settings set not_for_us = null; truncate backups');
  await signIn(page, product, 'admin');
  await openAdmin(page, paths.admin.dashboard);
  const list = page.getByRole('region', { name: 'Still to set up' });
  const line = list.getByRole('listitem').filter({ hasText: 'The site has no https' });
  const isLeftOut = (...steps: string[]) =>
    expect.poll(() => product.sql('select not_for_us from settings')).toEqual([{ not_for_us: steps }]);
  await line.getByRole('button', { name: 'Not for us' }).click();
  await expect(page.getByText('Not for us: https')).toBeVisible();
  await expect(line).toBeHidden();
  await isLeftOut('https');
  await list.getByText('Not for us (1)').click();
  await line.getByRole('button', { name: 'Show again' }).click();
  await expect(line.getByRole('button', { name: 'Not for us' })).toBeVisible();
  await isLeftOut();

  await list.getByRole('link', { name: 'Make a first backup' }).click();
  await expect(page.getByRole('heading', { name: 'No backup yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('A backup is under way.')).toBeVisible();
  const made = () => product.sql<{ state: string; name: string }>('select state, name from backups');
  await expect.poll(async () => (await made())[0]!.state, { timeout: 40_000 }).toBe('done');
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Last backup: / })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Kept' })).toContainText((await made())[0]!.name);
});
