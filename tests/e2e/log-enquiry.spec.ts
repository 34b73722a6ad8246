import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { emptyTables } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

const KEYS_A_SECOND = 5;
const SECONDS_A_TAP = 2; // to look, and to hit it

test('a call is logged in under 40 seconds on a phone, from the dashboard to saved', async ({ page, product }) => {
  await emptyTables(product.sql, 'messages');
  await signIn(page, product, 'admin');
  await page.setViewportSize({ width: 360, height: 740 });
  await openAdmin(page, paths.admin.dashboard);
  let [keys, taps] = [0, 0];
  const tap = async (role: 'link' | 'button', name: string) => {
    await page.getByRole(role, { name }).click();
    taps++;
  };
  const type = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true });
    if (!(await field.evaluate((element) => element === document.activeElement))) {
      await field.click();
      taps++;
    }
    await page.keyboard.type(text);
    keys += text.length;
  };
  await tap('link', 'Log an enquiry');
  await expect(page.getByLabel('Phone', { exact: true }).last()).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAttribute('type', 'tel');
  await page.keyboard.type('868 555 0100');
  keys += 12;
  await type('Full name', 'Anja Ramdin');
  await type('Subject', 'Tandem lift in May');
  await type('Message', 'A column of 42 t, two cranes. Call back at four.');
  await tap('button', 'Save');
  await expect(page.getByText(/Enquiry logged: SR-/)).toBeVisible();
  await expect(page.getByText('Came by phone.')).toBeVisible();
  const stored = () => product.sql('select name, came_by from messages');
  await expect.poll(stored).toEqual([{ name: 'Anja Ramdin', came_by: 'phone' }]);
  expect(keys / KEYS_A_SECOND + taps * SECONDS_A_TAP).toBeLessThan(40);
});
