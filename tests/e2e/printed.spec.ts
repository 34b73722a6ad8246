import { paths } from '#app/paths.ts';
import { add } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

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

test('a message is printed whole and alone, and staff pages without their controls', async ({ page, product }) => {
  const [id] = await add(product.sql, 'messages', [{ message: 'We have a column of 42 t. '.repeat(250) }]);
  await signIn(page, product, 'admin');
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto(paths.admin.message(id!));
  const around = (letter: Element) => Math.abs(document.documentElement.scrollHeight - letter.scrollHeight);
  await expect.poll(() => page.locator('.letter').evaluate(around)).toBeLessThan(200);
  const pressed = page.locator(':is(button, input, nav, .sidebar, .skip-link, thead th:text("Actions")):visible');
  await expect(pressed).toHaveCount(0);
  for (const list of [paths.admin.messages, paths.admin.staff, paths.admin.activity, paths.admin.pages()]) {
    await page.goto(list);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(pressed, list).toHaveCount(0);
  }
});
