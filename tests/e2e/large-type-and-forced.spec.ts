import { paths, publicPages } from '#app/paths.ts';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { expectFits } from '../support/fits.ts';
import { expect, expectNoHorizontalScroll, test } from '../support/fixtures.ts';

test('on a phone with letters twice as large the header stays small and its menu opens', async ({
  playwright,
  product,
}) => {
  const browser = await playwright.chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumFlags, '--blink-settings=defaultFontSize=32'],
  });
  const page = await browser.newPage({ baseURL: product.url, viewport: { width: 360, height: 800 } });
  for (const path of [paths.home, paths.services, paths.contactForm]) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(200);
    const menu = page.getByLabel('Menu').first();
    await expect(menu).toBeInViewport({ ratio: 1 });
    await menu.click();
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' })).toBeInViewport();
    await expectNoHorizontalScroll(page);
  }
  await browser.close();
});

test('in colours of the device the logo is drawn in the colour of its text', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await page.goto(paths.home);
    const [logo, ground, isMasked] = await page
      .locator('header .logo')
      .evaluate((element) => [
        getComputedStyle(element).backgroundColor,
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(element).maskImage.includes('logo'),
      ]);
    expect(isMasked).toBe(true);
    expect(logo).not.toBe(ground);
  }
});

test('no text is cut off with the spacing that readers may ask for (WCAG 1.4.12)', async ({ page }) => {
  for (const path of publicPages) {
    await page.goto(path);
    await page.evaluate(() => {
      const spacing = new CSSStyleSheet();
      spacing.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }`);
      document.adoptedStyleSheets = [spacing];
    });
    await expectFits(page);
  }
});
