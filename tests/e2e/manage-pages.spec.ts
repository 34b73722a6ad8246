import type { Page, Request } from '@playwright/test';
import { pageTexts } from '#db/starting-content/page-texts.ts';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, test, type ProductUnderTest } from '../support/fixtures.ts';
import { htmlPayloads } from '../support/html-payloads.ts';
import { editLinkOf } from '../support/admin-page.ts';
import { hold } from '../support/site-page.ts';
import { signIn } from '../support/signed-in.ts';
import { add } from '../support/content.ts';

test.beforeEach(async ({ page, product }) => {
  await product.sql('truncate page_content');
  const texts = pageTexts.map((text, i) => ({
    page_name: text.pageName,
    section_key: text.sectionKey,
    content_type: text.contentType,
    content_value: text.contentValue,
    display_order: i,
  }));
  await add(product.sql, 'page_content', texts);
  await signIn(page, product, 'editor');
});

const idOf = ({ sql }: ProductUnderTest, tab: string, key: string) =>
  sql.value<number>('select id from page_content where page_name = $1 and section_key = $2', [tab, key]);
const item = (page: Page, key: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(key, { exact: true }) });
/** Opens the editor of a text and waits for its scripts, if there are any. */
async function edit(page: Page, product: ProductUnderTest, tab: string, key: string) {
  const id = await idOf(product, tab, key);
  await page.goto(paths.admin.pages(tab));
  await editLinkOf(page, key).click();
  await expect(item(page, key).getByRole('textbox')).toBeFocused();
  return id;
}

test('what a search engine will show follows the typing; the section stays open after a save', async ({ page }) => {
  await page.goto(paths.admin.pages('about'));
  const section = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Search and sharing' }) });
  const shown = section.getByRole('figure').first();
  await expect(shown).toBeHidden();
  await section.getByRole('heading', { name: 'Search and sharing' }).click();
  await expect(shown).toContainText('About Us |');
  await editLinkOf(page, 'seo_title').click();
  await item(page, 'seo_title').getByRole('textbox').fill('Who lifts with us');
  await expect(shown).toContainText('Who lifts with us');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(editLinkOf(page, 'seo_title')).toBeFocused();
  await expect(shown).toContainText('Who lifts with us');
});

test('Cancel while a failed save ends asks, and any answer counts; the title follows', async ({ page, product }) => {
  const [failed, notFailed] = [/^Error: .*Manage Pages: footer$/, /^(\(\d+\) )?Manage Pages: footer$/];
  await edit(page, product, 'footer', 'email');
  const answers = { 'Keep editing': false, 'Discard changes': true, 'Leave for now': true };
  for (const [answer, isLeft] of Object.entries(answers))
    await test.step(answer, async () => {
      const letGo = await hold(page, /pages\.data/, 'GET'); // the reload of the page's data
      const box = page.getByRole('textbox');
      await box.fill(`nobody, ${answer}`);
      const isGet = (request: Request) => request.method() === 'GET' && request.url().includes('pages.data');
      const asked = page.waitForRequest(isGet);
      await page.getByRole('button', { name: 'Save' }).click();
      await asked;
      await page.getByRole('link', { name: 'Cancel' }).click();
      const button = page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: answer });
      await expect(button).toBeVisible();
      // The router has released its blocker, but the page does not show that yet.
      if (isLeft)
        await button.evaluate((element: HTMLElement) => {
          type Router = { subscribe(tell: (state: { navigation: { state: string } }) => void): () => void };
          const { __remixRouter: router } = window as unknown as { __remixRouter: Router };
          const stop = router.subscribe(({ navigation }) => {
            if (navigation.state !== 'idle') return;
            stop();
            element.click();
          });
        });
      letGo();
      if (!isLeft) {
        await expect(page).toHaveTitle(failed);
        await page.waitForLoadState('networkidle');
        await button.click(); // it is still there
      }
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(box).toHaveCount(isLeft ? 0 : 1);
      await expect(page).toHaveTitle(isLeft ? notFailed : failed);
      await page.unrouteAll();
      if (isLeft) await editLinkOf(page, 'email').click();
    });
  for (const [email, title] of Object.entries({ nobody: failed, 'info@example.com': notFailed })) {
    await page.getByRole('textbox').fill(email);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveTitle(title);
  }
});

test('html that somebody has stored by SQL runs nothing', async ({ page, product }) => {
  const calls: string[] = [];
  const foreign: string[] = [];
  await page.exposeFunction('hit', () => void calls.push(page.url()));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${product.url}/`) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  // One text each: in a joined text, an unclosed payload would swallow the rest.
  const texts = htmlPayloads.map((payload, n) => `<p>No. ${n}</p>${payload}`);
  const rows = texts.map((text, n) => ({
    section_key: `payload_${n + 1}`,
    content_type: 'html',
    content_value: text.replaceAll('\0', ''), // PostgreSQL cannot store it
    display_order: 1001 + n,
  }));
  await add(product.sql, 'page_content', rows);
  await page.goto(paths.admin.pages('about'));
  // Every text is there, with only the allowed elements and harmless links.
  const [found, strange] = await page.evaluate(() => {
    const areas = [...document.querySelectorAll('main .prose, main [class*="[&_blockquote]"]')];
    const allowed = /^(p|br|strong|b|em|i|ul|ol|li|a|h3|h4|blockquote)$/i;
    const isHarmless = ({ name, value }: Attr) =>
      name === 'href' && /^(https?:\/\/[^/\\]|mailto:|\/(?![/\\]))/.test(value);
    const isFine = (each: Element) => allowed.test(each.tagName) && [...each.attributes].every(isHarmless);
    const inside = areas.flatMap((area) => [...area.querySelectorAll('*')]);
    return [areas.map((area) => area.innerHTML), inside.filter((each) => !isFine(each)).map((each) => each.outerHTML)];
  });
  const isMissing = (_: string, n: number) => !found!.some((each) => each.includes(`<p>No. ${n}</p>`));
  expect(texts.filter(isMissing)).toEqual([]);
  expect(strange).toEqual([]);
  expect({ calls, foreign }).toEqual({ calls: [], foreign: [] });
});
