import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open, takeOutAndPutBack } from '../support/site-page.ts';

const carousel = (page: Page) => page.locator('[aria-roledescription=carousel]');
const control = (page: Page, name: string) => carousel(page).getByRole('button', { name });
const current = (page: Page) =>
  carousel(page)
    .locator('[aria-roledescription=slide]')
    .evaluateAll((all) => all.findIndex((one) => one.getAttribute('aria-hidden') !== 'true'));
/** Opens the home page with a mocked clock. @param button a button that the carousel has once it works */
const start = async (page: Page, button: string) => {
  await page.clock.install();
  await page.goto(paths.home);
  await expect(async () => {
    await page.clock.runFor(300);
    await expect(control(page, button)).toBeVisible({ timeout: 100 });
  }).toPass();
};

test('the carousel continues under the pointer and after its arrows; only its button stops it', async ({ page }) => {
  await start(page, 'Pause slides');
  await expect(carousel(page).getByRole('button').first()).toHaveAccessibleName('Pause slides');
  await carousel(page).hover({ force: true, position: { x: 900, y: 200 } });
  await control(page, 'Next slide').click();
  await page.clock.runFor(1000);
  const led = await current(page);
  await page.clock.runFor(6000);
  expect(await current(page)).not.toBe(led);
  await control(page, 'Pause slides').click();
  await expect(control(page, 'Play slides')).toBeVisible();
  const paused = await current(page);
  await page.clock.runFor(12_000);
  expect(await current(page)).toBe(paused);
  await takeOutAndPutBack(page); // as maintenance does
  await page.clock.runFor(6000);
  expect(await current(page)).toBe(paused);
  await control(page, 'Play slides').click();
  await page.clock.runFor(6000);
  expect(await current(page)).not.toBe(paused);
});

test('the carousel does not start by itself where less motion is wanted', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await start(page, 'Play slides');
  const before = await current(page);
  await page.clock.runFor(12_000);
  expect(await current(page)).toBe(before);
});

test('a swipe changes the slide and does not stop the show', async ({ browser, baseURL }) => {
  const phone = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 360, height: 780 } });
  const page = await phone.newPage();
  await open(page, paths.home);
  const slide = (number: number) => page.getByRole('button', { name: `Slide ${number}` });
  /** Expects a slide to be current and at rest: a finger would catch a moving one where it is. */
  const expectAt = async (number: number) => {
    await expect(slide(number)).toHaveAttribute('aria-current', 'true');
    const shown = page.locator('.strip > div').nth(number - 1);
    await expect.poll(async () => (await shown.boundingBox())!.x).toBeCloseTo(0);
  };
  await expectAt(1);
  const box = (await page.locator('.strip').boundingBox())!;
  const client = await phone.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + 60 }] });
  const swipe = async (from: number, to: number) => {
    await touch('touchStart', from);
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', from + ((to - from) * step) / 8);
      await page.waitForTimeout(20); // a finger moves from frame to frame
    }
    await touch('touchEnd', to);
  };
  await control(page, 'Pause slides').click(); // so that only the finger moves slides
  await swipe(320, 40);
  await expectAt(2);
  await swipe(40, 320);
  await expectAt(1);
  await control(page, 'Play slides').click();
  await swipe(320, 40);
  await expectAt(2);
  await expect(slide(3)).toHaveAttribute('aria-current', 'true', { timeout: 8000 });
  await phone.close();
});
