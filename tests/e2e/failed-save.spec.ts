import type { Route } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { signInToInbox } from '../support/signed-in.ts';

const SECOND_PRESS_MS = 600; // a sooner press counts as a double click
const { admin } = paths;

test('a failed save is told, keeps the focus on its button, and was sent once', async ({ page, product, errors }) => {
  errors.expect(/ERR_FAILED/);
  const [service] = await product.sql<{ id: number }>('select min(id) as id from services');
  const [document] = await product.sql<{ id: number }>('select min(id) as id from pdf_documents');
  await signInToInbox(page, product);
  let sent = 0;
  let giveUp = () => {};
  await page.route('**/*', async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent += 1;
    await new Promise<void>((resolve) => (giveUp = resolve));
    await route.abort();
  });
  for (const [path, button, told] of [
    [admin.deleteService(service!.id), /^Delete$/, 'Failed to delete'],
    [admin.editDocument(document!.id), /^(Update Document|Processing)/, 'Failed to update document'],
    [admin.message(1), /^Send reply$/, 'Failed to send reply'],
    [admin.secondFactor, /^Turn On$/, 'Failed to change your second factor'],
  ] as const)
    await test.step(path, async () => {
      sent = 0;
      await openAdmin(page, path);
      const pressed = page.getByRole('button', { name: button });
      await pressed.press('Enter');
      await expect(pressed).toBeDisabled();
      await page.waitForTimeout(SECOND_PRESS_MS);
      await page.keyboard.press('Enter');
      giveUp();
      await expect(pressed).toBeEnabled();
      await expect(pressed).toBeFocused();
      expect(sent).toBe(1);
      await expect(page.getByRole('alert').filter({ hasText: told }).first()).toBeVisible();
    });
});
