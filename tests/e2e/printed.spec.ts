import { paths, publicPages } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';

const A4 = { width: 718, height: 1000 }; // px inside the margins that browsers leave

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
  all(await breaks('.section-heading'), 'avoid, then avoid');
  all(await breaks('[aria-labelledby=benefits] ul'), 'avoid, then auto');
  all(await breaks('main li'), 'avoid, then auto');
  all(await breaks('footer'), 'avoid, then auto');
  await page.goto(paths.about);
  all(await breaks('h2, section > p:has(+ ul)'), 'avoid, then avoid');
});

test('printed, pages are their text in black on white, as wide as the paper, with nothing over anything else', async ({
  page,
}) => {
  await page.setViewportSize(A4);
  await page.emulateMedia({ media: 'print' });
  for (const path of publicPages) {
    await page.goto(path);
    await expect(page.locator('header')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(A4.width);
    const overlaps = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('main :is(h1, h2, h3, p, li, img)')]
        .filter((each) => each.checkVisibility() && each.getClientRects().length)
        .map((each) => ({ each, ...each.getBoundingClientRect().toJSON() }) as DOMRect & { each: Element });
      const isOver = (a: DOMRect, b: DOMRect) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
      return boxes.flatMap((a, at) =>
        boxes
          .slice(at + 1)
          .filter((b) => !a.each.contains(b.each) && isOver(a, b))
          .map((b) => `${a.each.outerHTML.slice(0, 60)} and ${b.each.outerHTML.slice(0, 60)}`),
      );
    });
    expect(overlaps, path).toEqual([]);
    // What may not be split and does not fit goes to the next page.
    const whole = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((each) => getComputedStyle(each).breakInside === 'avoid' && each.checkVisibility())
        .map((each) => each.getBoundingClientRect().height),
    );
    expect(Math.max(0, ...whole), path).toBeLessThan(A4.height * 0.6);
  }
});
