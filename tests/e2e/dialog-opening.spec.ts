import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

/** Records in each frame how much of a dialog is visible: 0 for nothing, 1 for all. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const panel = document.querySelector('.dialog-panel');
      seen.push(panel ? Number(getComputedStyle(panel).opacity) : 0);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return {
    frames: () => page.evaluate(() => (window as unknown as { seen: number[] }).seen),
    forget: () => page.evaluate(() => void ((window as unknown as { seen: number[] }).seen.length = 0)),
  };
}

/** Frames that show less than the frame before. */
const blinks = (frames: number[]) => frames.filter((seen, i) => i > 0 && seen < frames[i - 1]! - 0.01);

/** The page behind the dialog is there for nobody. */
const expectAlone = (page: Page) =>
  expect(page.locator('[inert][aria-hidden=true]').filter({ has: page.locator('main') })).toHaveCount(1);

const { services, newService, deleteService } = paths.admin;

test('a dialog opens once and stays; one that comes with the page does not flicker', async ({ page, product }) => {
  const [row] = await product.sql<{ id: number }>('select min(id) as id from services');
  await signIn(page, product, 'editor');
  const seen = await watch(page);
  for (const address of [newService, deleteService(row!.id)]) {
    await openAdmin(page, services);
    if (address !== newService) await page.locator('summary', { hasText: 'More: ' }).first().press('Enter');
    await seen.forget();
    await page.locator(`a[href="${address}"]`).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Cancel' })).toBeVisible();
    await expect.poll(async () => (await seen.frames()).at(-1)).toBe(1);
    await expectAlone(page);
    expect(blinks(await seen.frames()), address).toEqual([]);

    await openAdmin(page, address);
    await expect(page.locator('#headlessui-portal-root').getByRole('dialog')).toBeVisible();
    const frames = await seen.frames();
    expect(frames.at(-1), address).toBe(1);
    expect(blinks(frames), address).toEqual([]);
    await expectAlone(page);
  }
  for (let times = 0; times < 2; times++) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.locator(`a[href="${newService}"]`).press('Enter');
    await expectAlone(page);
  }
});
