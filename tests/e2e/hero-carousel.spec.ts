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

  test('has five pictures with texts, the first at once and the rest when needed, labelled 1 of 5 and so on', async ({
    page,
    request,
  }) => {
    await page.goto(paths.home);
    await expect(slides(page)).toHaveCount(5);
    const pictures = carousel(page).locator('img');
    await expect(pictures).toHaveCount(5);
    await expect(pictures.first()).toHaveAttribute('fetchpriority', 'high');
    for (let index = 0; index < 5; index++) {
      await expect(slides(page).nth(index)).toHaveAttribute('aria-label', `${index + 1} of 5`);
      await expect(pictures.nth(index)).toHaveAttribute('alt', /\w{3}/);
    }
    expect(await carousel(page).locator('source[type="image/avif"]').count()).toBeGreaterThan(4);
    for (const path of [paths.home, paths.portfolio]) {
      const sent = await (await request.get(path)).text(); // the slider asks for the next slide ahead of its turn
      const [first, ...rest] = [...sent.matchAll(/<img [^>]*\/pictures\/[^>]*>/g)].map(([tag]) => tag);
      expect(first).not.toContain('loading="lazy"');
      expect(rest.length).toBeGreaterThan(2);
      for (const tag of rest) expect(tag).toContain('loading="lazy"');
    }
  });

  test('is a strip to scroll by hand without JavaScript, with no dead controls @no-js', async ({ page }) => {
    await page.goto(paths.home);
    await expect(carousel(page).getByRole('button')).toHaveCount(0);
    const strip = carousel(page).locator('.strip');
    await expect(strip).toHaveCSS('scroll-snap-type', /x mandatory/);
    await strip.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => strip.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  });

  test('advances every 5 s and loops, silent for screen readers @js', async ({ page }) => {
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

  test('is not stopped by pointing at it or by using its arrows @js', async ({ page }) => {
    await start(page);
    await carousel(page).hover({ force: true, position: { x: 900, y: 200 } });
    await carousel(page).getByRole('button', { name: 'Next slide' }).click();
    await pass(page, 1000);
    const before = await current(page);
    await pass(page, 6000);
    expect(await current(page)).not.toBe(before);
    await expect(carousel(page).getByRole('button', { name: 'Pause slides' })).toBeVisible();
  });

  test('has a pause button, first in its tab order, which stops it, changes its label and starts it again @js', async ({
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

  test('does not start by itself under prefers-reduced-motion @js', async ({ page }) => {
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
