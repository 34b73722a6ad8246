import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';

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
