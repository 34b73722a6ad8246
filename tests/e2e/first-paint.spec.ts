import { publicPages } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';

/** Every property of every element as the browser would draw it. */
const computedStyles = () =>
  [...document.querySelectorAll('body, body *')].flatMap((element) =>
    [null, '::before', '::after'].flatMap((part) => {
      const style = getComputedStyle(element, part);
      if (part && style.content === 'none') return [];
      const values = [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return `${element.tagName} ${element.getAttribute('class') ?? ''} ${part ?? ''} { ${values.join('; ')} }`;
    }),
  );

for (const path of publicPages)
  test(`${path} looks the same before its style sheet and scripts as with them @js`, async ({ page }) => {
    let sendSheet = () => {};
    const held = new Promise<void>((resolve) => (sendSheet = resolve));
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.route('**/assets/*.css', async (route) => {
      await held;
      await route.continue();
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.evaluate(() => document.fonts.ready);
    const before = await page.evaluate(computedStyles);
    expect(before.length).toBeGreaterThan(100);

    sendSheet();
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/assets/')));
    expect(await page.evaluate(computedStyles)).toEqual(before);
  });

test('scripts wait for the first paint, and for the style sheet with what they may change @js', async ({ page }) => {
  const asked: string[] = [];
  let sendSheet = () => {};
  const held = new Promise<void>((resolve) => (sendSheet = resolve));
  await page.route('**/assets/*.css', async (route) => {
    await held;
    await route.continue();
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/contact', { waitUntil: 'load' });
  await expect.poll(() => asked.filter((url) => url.endsWith('.css'))).toHaveLength(1);
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => Object.keys(document).some((key) => key.startsWith('__react')))).toBe(false);
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime);
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (name.endsWith('.js') ? startTime : [])),
  );
  expect(fetched.length).toBeGreaterThan(0);
  expect(Math.min(...fetched)).toBeGreaterThan(painted);

  sendSheet();
  await expect
    .poll(() => page.evaluate(() => Object.keys(document).some((key) => key.startsWith('__react'))))
    .toBe(true);
});
