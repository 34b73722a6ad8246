import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';

const A4 = { width: 718, height: 1000 }; // px inside the margins that browsers leave

test('printed, public pages are their text in black on white, as wide as the paper', async ({ page }) => {
  await page.setViewportSize(A4);
  await page.emulateMedia({ media: 'print' });
  for (const path of [paths.home, paths.services, paths.about, paths.privacyTerms]) {
    await page.goto(path);
    await expect(page.locator('header')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(A4.width);
  }
});

test('printed, no heading stands alone at the end of a page and no frame is split', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  const breaks = (selector: string) =>
    page.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const { breakInside, breakAfter } = getComputedStyle(element);
        return `${breakInside}, then ${breakAfter}`;
      }),
    );
  const all = (styles: string[], style: string) => expect([...new Set(styles)]).toEqual([style]);
  await page.goto(paths.services);
  all(await breaks('div:has(> #benefits)'), 'avoid, then avoid');
  all(await breaks('[aria-labelledby=benefits] ul'), 'avoid, then auto');
  all(await breaks('footer'), 'avoid, then auto');
  await page.goto(paths.about);
  all(await breaks('h2, section > p:has(+ ul)'), 'avoid, then avoid');
});
