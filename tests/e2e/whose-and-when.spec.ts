import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { openAdmin } from '../support/admin-page.ts';
import { HOUR_MS } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { signInToInbox } from '../support/signed-in.ts';

test('in its details an enquiry is taken, given, given back, put off, and a call noted', async ({ page, product }) => {
  const bo = await makeAccount(product.sql, 'admin');
  const { email } = await signInToInbox(page, product);
  await openAdmin(page, paths.admin.message(1));
  const details = page.getByRole('dialog', { name: 'Message Details' });
  const press = (name: string) => details.getByRole('button', { name, exact: true }).click();
  const isOf = (owner: string) => expect(details.getByText(`Owner: ${owner}`)).toBeVisible();
  const reply = details.getByRole('textbox', { name: 'Reply', exact: true });
  await reply.fill('Half a reply'); // none of these actions leaves it
  await press('Take');
  await isOf(`you (${email})`);
  await details.getByText('Give to …', { exact: true }).click();
  await press(`Give to ${bo.email}`);
  await isOf(bo.email);
  await press('Give back');
  await isOf('nobody');

  await details.getByLabel('Note', { exact: true }).fill('She will send drawings');
  await details.getByText('About a call or a visit').click();
  await details.getByLabel('About', { exact: true }).selectOption('A call');
  await details.getByLabel('When').fill('2026-01-05T08:30');
  await press('Add note');
  await expect(details.getByText('Call on 5 Jan 2026, 08:30').first()).toBeVisible();
  await expect(details.getByText('She will send drawings').first()).toBeVisible();

  const until = new Date(Date.now() + 20 * HOUR_MS - 4 * HOUR_MS).toISOString().slice(0, 16); // in Port of Spain
  await details.getByLabel('Later until').fill(until);
  await press('Later');
  await expect(page.getByText('Message put off until')).toBeVisible();
  await expect(reply).toHaveValue('Half a reply');
  await reply.fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Later 1' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Ann Lee' })).toContainText(until.slice(11));
  await openAdmin(page, paths.admin.messagesThatWait);
  await expect(page.getByText('No waiting messages.')).toBeVisible();
});
