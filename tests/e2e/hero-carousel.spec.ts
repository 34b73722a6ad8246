import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { waitForScripts } from '../support/site-page.ts';

test.describe('hero carousel', () => {
  const carousel = (page: Page) => page.locator('[aria-roledescription=carousel]');
  const slides = (page: Page) => carousel(page).locator('[aria-roledescription=slide]');
  const current = (page: Page) =>
    slides(page).evaluateAll((all) => all.findIndex((one) => one.getAttribute('aria-hidden') !== 'true'));
  const start = async (page: Page) => {
    await page.clock.install();
    await page.goto(paths.home);
    await page.clock.runFor(1000);
    await waitForScripts(page);
    await expect(async () => {
      await page.clock.runFor(300);
      await expect(carousel(page).getByRole('button', { name: 'Pause slides' })).toBeVisible({ timeout: 100 });
    }).toPass();
    await page.clock.runFor(100);
  };
  /** Lets time pass in frames, so that the slider's animation ends too. */
  const pass = async (page: Page, ms: number) => page.clock.runFor(ms);

  test('advances every 5 s and loops, silent for screen readers', async ({ page }) => {
    await start(page);
    await expect(carousel(page).locator('[aria-live]').first()).toHaveAttribute('aria-live', 'off');
    const seen = [await current(page)];
    for (let index = 0; index < 5; index++) {
      await pass(page, 5000);
      await expect
        .poll(async () => {
          await pass(page, 16);
          return current(page);
        })
        .toBe((seen[0]! + index + 1) % 5);
      seen.push(await current(page));
    }
    expect(seen.at(-1)).toBe(seen[0]);
  });

  test('is not stopped by pointing at it or by using its arrows', async ({ page }) => {
    await start(page);
    await carousel(page).hover({ force: true, position: { x: 900, y: 200 } });
    await carousel(page).getByRole('button', { name: 'Next slide' }).click();
    await pass(page, 1000);
    const before = await current(page);
    await pass(page, 6000);
    expect(await current(page)).not.toBe(before);
    await expect(carousel(page).getByRole('button', { name: 'Pause slides' })).toBeVisible();
  });

  test('has a pause button, first in its tab order, which stops it, changes its label and starts it again', async ({
    page,
  }) => {
    await start(page);
    await expect(carousel(page).getByRole('button').first()).toHaveAccessibleName('Pause slides');
    await carousel(page).getByRole('button', { name: 'Pause slides' }).click();
    const play = carousel(page).getByRole('button', { name: 'Play slides' });
    await expect(play).toBeVisible();
    await expect(carousel(page).locator('[aria-live]').first()).toHaveAttribute('aria-live', 'polite');
    const before = await current(page);
    await pass(page, 12_000);
    expect(await current(page)).toBe(before);
    await play.click();
    await pass(page, 6000);
    expect(await current(page)).not.toBe(before);
  });

  test('does not start by itself under prefers-reduced-motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto(paths.home);
    await expect(async () => {
      await page.clock.runFor(300);
      await expect(carousel(page).getByRole('button', { name: 'Play slides' })).toBeVisible({ timeout: 100 });
    }).toPass();
    const before = await current(page);
    await page.clock.runFor(12_000);
    expect(await current(page)).toBe(before);
  });
});
