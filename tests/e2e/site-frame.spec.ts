import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';

test.describe('header and footer', () => {
  test('header: ends at the edge of what is below it, however wide the window', async ({ page }) => {
    await page.goto(paths.services);
    const right = (each: Element) =>
      each.getBoundingClientRect().right - parseFloat(getComputedStyle(each).paddingRight);
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const button = page.locator('header').getByRole('link', { name: 'Get in Touch' }).first();
      const { x, width: wide } = (await button.boundingBox())!;
      expect(x + wide, `${width} px`).toBeCloseTo(await page.locator('main .wrap').first().evaluate(right), 1);
    }
  });

  test('the footer buttons scroll to the top', async ({ page }) => {
    for (const [name, address] of [
      ['Get in Touch', paths.contact],
      ['Our Services', paths.services],
    ] as const) {
      await open(page, paths.about);
      await page.locator('footer').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(address);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    }
  });

  test('on small screens the links are in a menu that opens, and closes on navigation', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, paths.home);
    const about = page.locator('header').getByRole('link', { name: 'About', exact: true });
    await expect(about.filter({ visible: true })).toHaveCount(0);
    await page.locator('header summary').click();
    await expect(about.filter({ visible: true })).toHaveCount(1);
    await about.filter({ visible: true }).click();
    await expect(page).toHaveURL(paths.about);
    await expect(about.filter({ visible: true })).toHaveCount(0);
  });

  test('on a phone held across the menu can be read to its end, wherever the page has been scrolled to', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 640, height: 360 });
    await open(page, paths.home);
    await page.evaluate(() => scrollTo({ top: 1000, behavior: 'instant' }));
    await page.locator('header summary').click();
    const menu = page.locator('header details').getByRole('navigation', { name: 'Menu' });
    const last = menu.getByRole('link').last();
    const end = async () => {
      const { y, height } = (await last.boundingBox())!;
      return y + height;
    };
    expect(await end()).toBeGreaterThan(360);
    await menu.getByRole('link').first().hover();
    await page.mouse.wheel(0, 1000);
    await expect.poll(end).toBeLessThanOrEqual(360);
    await last.click();
    await expect(page).toHaveURL(paths.contact);
  });

  test('with JavaScript, Escape closes the menu and gives the focus back', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, paths.home);
    const menu = page.locator('header summary');
    await menu.click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.locator('header details')).not.toHaveAttribute('open');
    await expect(menu).toBeFocused();
  });

  test('the first Tab reaches a link that skips to the content', async ({ page }) => {
    await page.goto(paths.about);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#main$/);
  });

  test('back-to-top appears once scrolled more than 300 px and scrolls to the top', async ({ page }) => {
    await open(page, paths.about);
    const button = page.getByRole('button', { name: 'Back to top' });
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
    await expect(button).toBeHidden();
    await page.evaluate(() => scrollTo({ top: 301, behavior: 'instant' }));
    await expect(button).toBeVisible();
    await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
    await button.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(button).toBeHidden();
  });
});

test('the drawing of a title band keeps off its words, from the width at which it is there', async ({ page }) => {
  const gap = (drawing: Element) => {
    const lefts = [...drawing.children].map((line) => line.getBoundingClientRect().left);
    const words = document.createTreeWalker(drawing.parentElement!, NodeFilter.SHOW_TEXT);
    const rights: number[] = [];
    for (const range = document.createRange(); words.nextNode();) {
      range.selectNodeContents(words.currentNode);
      rights.push(...[...range.getClientRects()].map(({ right }) => right));
    }
    return Math.min(...lefts) - Math.max(...rights);
  };
  for (const path of [paths.about, paths.services, paths.portfolio, paths.liftPlanning, paths.contactForm]) {
    await page.goto(path);
    for (const width of [1024, 1152, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const drawing = page.locator('.blueprint:has(h1) > svg');
      expect(await drawing.evaluate(gap), `${path} at ${width} px`).toBeGreaterThanOrEqual(-1);
    }
  }
});
