import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNoAxeViolations } from '../support/page-checks.ts';
import { signInToInbox } from '../support/signed-in.ts';

test('an enquiry leads to all that is stored of its sender; erasing clears the device', async ({ page, product }) => {
  const email = 'ann.lee@example.net';
  await signInToInbox(page, product, [{ email }]);
  await openAdmin(page, paths.admin.message(1));
  await page.getByText('Details and activity').click();
  await page.getByRole('link', { name: 'Everything stored about this person' }).click();
  await expect(page).toHaveURL(paths.admin.person(email));
  await expect(page.locator('main')).toBeFocused(); // the keyboard continues at the content
  const again = page.getByRole('textbox', { name: 'Type the address again' });
  await again.fill('bo@example.net');
  await page.getByRole('button', { name: 'Erase' }).click();
  await expect(again).toHaveAccessibleDescription(/This is not the address above/);
  await expect(again).toBeFocused();
  await expectNoAxeViolations(page);
  await again.fill(email);
  await page.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('Erased 1 enquiry')).toBeVisible();
  await expect(page).toHaveURL(paths.admin.messages);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('ann.lee');
});
