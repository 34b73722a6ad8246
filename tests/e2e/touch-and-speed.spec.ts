import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';

test('a swipe changes the slide and does not stop the show @js', async ({ browser, baseURL }) => {
  const phone = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 360, height: 780 } });
  const page = await phone.newPage();
  await open(page, paths.home, true);
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

test('pointing at a link fetches its page ahead @js', async ({ page }) => {
  await open(page, paths.home, true);
  const ahead = page.waitForRequest((request) => new URL(request.url()).pathname === `${paths.about}.data`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).hover();
  expect((await ahead).headers()['sec-purpose'] ?? '').toContain('prefetch');
});

test('a slow change of page shows a thin bar on top @js', async ({ page }) => {
  await open(page, paths.contact, true);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${paths.about}.data*`, async (route) => {
    await held;
    await route.continue();
  });
  const bar = page.locator('.progress');
  await expect(bar).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  const seen = () => bar.evaluate((element) => element.getBoundingClientRect().width);
  await expect.poll(seen).toBeGreaterThan(0);
  expect(await bar.evaluate((element) => element.getBoundingClientRect().height)).toBe(3);
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('the fields of the contact form call for the right keyboards and are filled in by the browser', async ({
  page,
}) => {
  await page.goto(paths.contactForm);
  for (const [label, type, autocomplete] of [
    ['Full name', 'text', 'name'],
    ['Company name', 'text', 'organization'],
    ['Email', 'email', 'email'],
    ['Phone', 'tel', 'tel'],
  ] as const) {
    const field = page.getByRole('textbox', { name: label });
    await expect(field).toHaveAttribute('type', type);
    await expect(field).toHaveAttribute('autocomplete', autocomplete);
  }
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAttribute('placeholder', '(868) XXX-XXXX');
});
