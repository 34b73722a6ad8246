import { publicPages } from '#app/paths.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  expectNoLayoutShift,
  holdFonts,
  test,
} from '../support/fixtures.ts';
import { slowLine } from '../support/slow-line.ts';

for (const path of publicPages) {
  test(`${path} answers, has one main heading, fits a phone and has no accessibility violation in either theme`, async ({
    page,
  }) => {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectNoHorizontalScroll(page);
    await expectNoAxeViolations(page);
  });

  for (const width of [360, 1280])
    test(`${path} does not move while it loads at ${width} px, however late its fonts come @js`, async ({ page }) => {
      const sendFonts = await holdFonts(page);
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      sendFonts();
      await page.evaluate(() => document.fonts.ready);
      await expectNoLayoutShift(page);
    });

  test(`${path} does not move while it comes piece by piece @js`, async ({ page, product }) => {
    const line = await slowLine(product.url);
    for (const [width, height] of [
      [360, 800],
      [800, 800],
      [1280, 800],
      [800, 2500], // what comes below the first screen, too
      [1280, 5000],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(line.url + path);
      await expectNoLayoutShift(page);
    }
    await line.end();
  });
}
