import { paths } from '#app/paths.ts';
import { add } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

test('printed, no heading stands alone at the end of a page and no frame is split', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  const breaks = (selector: string) =>
    page.locator(selector).evaluateAll((all) => {
      const styles = all.map((each) => getComputedStyle(each));
      return styles.map(({ breakInside, breakAfter }) => `${breakInside}, then ${breakAfter}`);
    });
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
  const controls = 'button, input, nav, .sidebar, .skip-link, thead th:text("Actions"), a:text-matches("^Back|^Saved")';
  const pressed = page.locator(`:is(${controls}):visible`);
  await expect(pressed).toHaveCount(0);
  const { messages, staff, activity, pages, redirects, savedReplies, mailSettings } = paths.admin;
  for (const list of [messages, staff, activity, pages(), redirects, savedReplies, mailSettings]) {
    await page.goto(list);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(pressed, list).toHaveCount(0);
  }
});
