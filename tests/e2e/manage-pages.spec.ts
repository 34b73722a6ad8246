import type { Page } from '@playwright/test';
import { pageTexts } from '#db/starting-content/page-texts.ts';
import { paths } from '#app/paths.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  test,
  type ProductUnderTest,
} from '../support/fixtures.ts';
import { htmlPayloads } from '../support/html-payloads.ts';
import { discardTyping, editLinkOf } from '../support/admin-page.ts';
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
test.afterEach(({ product }) => product.sql('drop trigger if exists broken on page_content'));

const idOf = async (product: ProductUnderTest, tab: string, key: string) => {
  const [row] = await product.sql('select id from page_content where page_name = $1 and section_key = $2', [tab, key]);
  return Number(row!.id);
};
const valueOf = async (product: ProductUnderTest, id: number) =>
  (await product.sql('select content_value from page_content where id = $1', [id]))[0]!.content_value;
const item = (page: Page, key: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(key, { exact: true }) });
const posted = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'POST').then((response) => response.status());
/** Opens the editor of a text and waits for what scripts do, where they run. */
async function edit(page: Page, product: ProductUnderTest, tab: string, key: string) {
  const id = await idOf(product, tab, key);
  await page.goto(paths.admin.pages(tab));
  await editLinkOf(page, key).click();
  await expect(item(page, key).getByRole('textbox')).toBeFocused();
  return id;
}

test('the six types look different', async ({ page }) => {
  const looks = new Set<string>();
  for (const [tab, type] of [
    ['about', 'heading'],
    ['about', 'text'],
    ['about', 'html'],
    ['about', 'button'],
    ['about', 'list'],
    ['footer', 'contact'],
  ] as const) {
    await page.goto(paths.admin.pages(tab));
    const badge = page.getByText(type, { exact: true }).and(page.locator('span')).first();
    looks.add(
      await badge.evaluate((element) => {
        const { color, backgroundColor, borderColor } = getComputedStyle(element);
        return [color, backgroundColor, borderColor].join();
      }),
    );
  }
  expect(looks.size).toBe(6);
});

test('a text is changed, and the public page shows it at once', async ({ page, product }) => {
  const id = await edit(page, product, 'home', 'hero_heading');
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(1);
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('textbox').fill('Lifts, planned');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated')).toBeVisible();
  await expect(page.getByText('The content has been successfully updated.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(await valueOf(product, id)).toBe('Lifts, planned');
  await page.goto(paths.home);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lifts, planned');
});

test('the keyboard alone changes a text, and goes on where it was', async ({ page, product }) => {
  await edit(page, product, 'home', 'hero_heading');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('By hand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Content updated')).toBeVisible();
  const link = editLinkOf(page, 'hero_heading');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox')).toBeFocused();
});

test('two editors: the second sees both versions and decides', async ({ page, product }) => {
  const id = await edit(page, product, 'home', 'hero_heading');
  await product.sql("update page_content set content_value = 'Theirs', version = version + 1 where id = $1", [id]);
  await page.getByRole('textbox').fill('Mine');
  const status = posted(page);
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await status).toBe(409);
  await expect(page.getByRole('alert').filter({ hasText: 'Changed by someone else' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Saved by someone else' })).toContainText('Theirs');
  await expect(page.getByRole('textbox')).toHaveValue('Mine');
  expect(await valueOf(product, id)).toBe('Theirs');
  await expectNoHorizontalScroll(page);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated')).toBeVisible();
  expect(await valueOf(product, id)).toBe('Mine');
});

test('a save that gets no answer is told, with the text still there', async ({ page, product, errors }) => {
  errors.expect(/ERR_FAILED/);
  await edit(page, product, 'home', 'hero_heading');
  await page.route(/pages\.data/, (route) => route.abort());
  await page.getByRole('textbox').fill('Kept');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update content' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveValue('Kept');
});

test('the title says that a save failed only until the next one or Cancel', async ({ page, product }) => {
  await edit(page, product, 'footer', 'email');
  const fail = async () => {
    await page.getByRole('textbox').fill('nobody');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveTitle(/^Error: .*Manage Pages: footer$/);
  };
  await fail();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await discardTyping(page);
  await expect(page).toHaveTitle(/^(\(\d+\) )?Manage Pages: footer$/);
  await editLinkOf(page, 'email').click();
  await fail();
  await page.getByRole('textbox').fill('info@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated')).toBeVisible();
  await expect(page).toHaveTitle(/^(\(\d+\) )?Manage Pages: footer$/);
});

test('who presses Cancel while a save that failed is still ending is asked all the same', async ({ page, product }) => {
  await edit(page, product, 'footer', 'email');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/pages\.data/, async (route) => {
    if (route.request().method() === 'GET') await held; // the page's data, asked for once more
    await route.continue();
  });
  await page.getByRole('textbox').fill('nobody');
  const asked = page.waitForRequest((request) => request.method() === 'GET' && request.url().includes('pages.data'));
  await page.getByRole('button', { name: 'Save' }).click();
  await asked;
  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(question).toBeVisible();
  release();
  await expect(page).toHaveTitle(/^Error: .*Manage Pages: footer$/);
  await page.waitForLoadState('networkidle');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveTitle(/^(\(\d+\) )?Manage Pages: footer$/);
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

for (const [answer, isLeft] of [
  ['Discard changes', true],
  ['Leave for now', true],
  ['Keep editing', false],
] as const)
  test(`an answer to that question in the moment in which the save has ended counts: ${answer}`, async ({
    page,
    product,
  }) => {
    await edit(page, product, 'footer', 'email');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/pages\.data/, async (route) => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    await page.getByRole('textbox').fill('nobody');
    const asked = page.waitForRequest((request) => request.method() === 'GET' && request.url().includes('pages.data'));
    await page.getByRole('button', { name: 'Save' }).click();
    await asked;
    await page.getByRole('link', { name: 'Cancel' }).click();
    const button = page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: answer });
    await expect(button).toBeVisible();
    // When the router has let go of what it had blocked, and the page does not show it yet.
    await button.evaluate((element: HTMLElement) => {
      type Router = { subscribe(tell: (state: { navigation: { state: string } }) => void): () => void };
      const { __remixRouter: router } = window as unknown as { __remixRouter: Router };
      const stop = router.subscribe(({ navigation }) => {
        if (navigation.state !== 'idle') return;
        stop();
        element.click();
      });
    });
    release();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(isLeft ? 0 : 1);
    await expect(page).toHaveTitle(isLeft ? /^(\(\d+\) )?Manage Pages: footer$/ : /^Error: .*Manage Pages: footer$/);
  });

test('html runs nothing, whether an editor or somebody in SQL put it in', async ({ page, product }) => {
  const calls: string[] = [];
  const foreign: string[] = [];
  await page.exposeFunction('hit', () => void calls.push(page.url()));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${product.url}/`) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  // A text for each: joined, one that stays open would swallow those after it.
  const texts = htmlPayloads.map((payload, n) => `<p>No. ${n}</p>${payload}`);
  const rows = texts.map((text, n) => ({
    section_key: `payload_${n + 1}`,
    content_type: 'html',
    content_value: text.replaceAll('\0', ''), // PostgreSQL stores none
    display_order: 1001 + n,
  }));
  await add(product.sql, 'page_content', rows);
  const reader = await page.context().newPage(); // blank: no policy forbids what the HTML would do there
  /** Every text is there, and is nothing but mark-up of text and links that harm nobody: on the page, or in this HTML. */
  const look = async (shown: string[], html?: string) => {
    const [found, strange] = await (html === undefined ? page : reader).evaluate((source) => {
      const whole = source === undefined ? document : new DOMParser().parseFromString(source, 'text/html');
      const areas = [...whole.querySelectorAll('main .prose, main [class*="[&_blockquote]"]')];
      const allowed = /^(p|br|strong|b|em|i|ul|ol|li|a|h3|h4|blockquote)$/i;
      const isHarmless = ({ name, value }: Attr) =>
        name === 'href' && /^(https?:\/\/[^/\\]|mailto:|\/(?![/\\]))/.test(value);
      const isFine = (each: Element) => allowed.test(each.tagName) && [...each.attributes].every(isHarmless);
      const inside = areas.flatMap((area) => [...area.querySelectorAll('*')]);
      return [
        areas.map((area) => area.innerHTML),
        inside.filter((each) => !isFine(each)).map((each) => each.outerHTML),
      ];
    }, html);
    expect(shown.filter((text) => !found!.some((each) => each.includes(text)))).toEqual([]);
    expect(strange).toEqual([]);
  };
  const marks = texts.map((_, n) => `<p>No. ${n}</p>`);
  await page.goto(paths.admin.pages('about'));
  await look(marks);

  await product.sql("delete from page_content where section_key like 'payload%'"); // all are read again at each change

  // The public page shows two texts of this kind at a time; Chromium reads all of them, and goes to the last.
  const ids = [await idOf(product, 'about', 'who_text'), await idOf(product, 'about', 'director_text')];
  for (let n = 0; n < texts.length; n += ids.length) {
    const some = texts.slice(n, n + ids.length);
    await product.sql(
      'update page_content set content_value = value from unnest($1::int[], $2::text[]) as p (which, value) where id = which',
      [ids.slice(0, some.length), some.map((text) => text.replaceAll('\0', ''))],
    );
    let html = '';
    const isShown = async () => {
      html = await (await fetch(product.url + paths.about)).text();
      return some.every((_, i) => html.includes(marks[n + i]!));
    };
    await expect.poll(isShown, { intervals: [5, 10, 20] }).toBe(true);
    await look(marks.slice(n, n + ids.length), html);
  }
  await page.goto(paths.about);
  await look(marks.slice(-1));

  const [id] = ids as [number];
  const address = paths.admin.pages('about', id);
  await product.sql('update page_content set version = 1 where id = $1', [id]);
  for (const [n, contentValue] of texts.entries()) {
    const form = { contentValue, version: String(n + 1) };
    const answer = await page.request.post(address, { form, headers: { origin: product.url }, maxRedirects: 0 });
    expect([contentValue, answer.status()]).toEqual([contentValue, 303]);
    await look([marks[n]!], `<main><div class="prose">${String(await valueOf(product, id))}</div></main>`);
  }
  expect({ calls, foreign }).toEqual({ calls: [], foreign: [] });
});
