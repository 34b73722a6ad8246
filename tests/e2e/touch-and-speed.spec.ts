import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';

test('a swipe changes the slide and does not stop the show', async ({ browser, baseURL }) => {
  const phone = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 360, height: 780 } });
  const page = await phone.newPage();
  await open(page, paths.home);
  const slide = (number: number) => page.getByRole('button', { name: `Slide ${number}` });
  /** Current, and come to rest: a finger takes up a slide that still moves where it is then. */
  const expectAt = async (number: number) => {
    await expect(slide(number)).toHaveAttribute('aria-current', 'true');
    const left = async () =>
      (await page
        .locator('.strip > div')
        .nth(number - 1)
        .boundingBox())!.x;
    await expect.poll(left).toBeCloseTo(0);
  };
  await expectAt(1);
  const box = (await page.locator('.strip').boundingBox())!;
  const client = await phone.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + 60 }],
    });
  const swipe = async (from: number, to: number) => {
    await touch('touchStart', from);
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', from + ((to - from) * step) / 8);
      await page.waitForTimeout(20); // a finger moves from frame to frame
    }
    await touch('touchEnd', to);
  };
  await page.getByRole('button', { name: 'Pause slides' }).click(); // so that only the finger moves them
  await swipe(320, 40);
  await expectAt(2);
  await swipe(40, 320);
  await expectAt(1);
  await page.getByRole('button', { name: 'Play slides' }).click();
  await swipe(320, 40);
  await expectAt(2);
  await expect(page.getByRole('button', { name: 'Pause slides' })).toBeVisible();
  await expect(slide(3)).toHaveAttribute('aria-current', 'true', { timeout: 8000 });
  await phone.close();
});

test('pointing at a link gets its page ready, and pressing it shows that one', async ({ page }) => {
  await open(page, paths.home);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Preload.enable');
  const isReady = new Promise<void>((resolve) => {
    browser.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (new URL(prefetchUrl).pathname === paths.about && status === 'Ready') resolve();
    });
  });
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' });
  await link.hover();
  await isReady;
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  const how = () => (performance.getEntriesByType('navigation')[0] as { deliveryType?: string }).deliveryType;
  expect(await page.evaluate(how)).toBe('navigational-prefetch');
});

test('a slow change of page shows a thin bar on top', async ({ page }) => {
  await open(page, paths.contact);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${paths.about}`, async (route) => {
    await held;
    await route.continue();
  });
  await expect(page.locator('.progress')).toBeHidden();
  // Playwright asks a page nothing while it is being left.
  await page.evaluate(() => {
    const bar = document.querySelector<HTMLElement>('.progress')!;
    const tell = () => console.log(`bar ${bar.offsetTop} px from the top, ${bar.offsetHeight} px high`);
    new MutationObserver(tell).observe(bar, { attributes: true });
  });
  const seen = page.waitForEvent('console', {
    predicate: (message) => message.text() === 'bar 0 px from the top, 3 px high',
  });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'About' })
    .click({ noWaitAfter: true });
  await seen;
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  await expect(page.locator('.progress')).toBeHidden();
});
