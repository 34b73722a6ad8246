import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { signInToInbox } from '../support/signed-in.ts';

test('a saved reply goes to the cursor, and what is typed and chosen stays', async ({ page, product }) => {
  const document = await product.sql.row<{ id: number; title: string }>('select * from pdf_documents order by id');
  await product.sql('delete from saved_replies');
  const saved = ['Welcome', 'Dear {name},', [String(document.id)]];
  await product.sql('insert into saved_replies (name, text, documents) values ($1, $2, $3)', saved);
  await signInToInbox(page, product);
  await page.setViewportSize({ width: 360, height: 740 });
  await openAdmin(page, paths.admin.message(1));
  const reply = page.getByRole('textbox', { name: 'Reply', exact: true });
  await reply.fill('on Monday.');
  await reply.press('Home');
  await page
    .getByLabel('Files')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeVisible();
  await page.getByLabel('Saved reply').selectOption('Welcome');
  await page.getByRole('button', { name: 'Put in' }).click();
  await expect(reply).toHaveValue('Dear Ann Lee,\n\non Monday.');
  await expect(reply).toBeFocused();
  await expect(page.getByRole('checkbox', { name: document.title })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeVisible();
  await page.reload();
  await expect(reply).toHaveValue('Dear Ann Lee,\n\non Monday.'); // the draft comes back
  await page.getByLabel('Saved reply').selectOption('Welcome');
  await page.getByRole('button', { name: 'Put in' }).click();
  await expect(reply).toHaveValue('Dear Ann Lee,\n\non Monday.\n\nDear Ann Lee,');
  await expect(page.getByRole('button', { name: 'Put in' })).toBeEnabled(); // the list has loaded
  await product.sql('delete from saved_replies');
  await page.getByLabel('Saved reply').selectOption('Welcome'); // keeps the next press from being a double click
  await page.getByRole('button', { name: 'Put in' }).click();
  await expect(page.getByText('This saved reply is not there any more')).toBeVisible();
  await expect(page.getByLabel('Saved reply')).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(reply).toHaveValue('Dear Ann Lee,\n\non Monday.\n\nDear Ann Lee,');
});
