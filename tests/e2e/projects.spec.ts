import type { Page } from '@playwright/test';
import { joinPicture } from '#app/content/pictures/picture.ts';
import { paths } from '#app/paths.ts';
import type { StoredPicture } from '#db/entities/content.ts';
import { openAdmin, waitForShell } from '../support/admin-page.ts';
import { add, makeRows } from '../support/content.ts';
import { fileOf, formOf } from '../support/documents.ts';
import { expectFits } from '../support/fits.ts';
import { expect, expectNoAxeViolations, test, type ProductUnderTest } from '../support/fixtures.ts';
import { expectNoLayoutShift } from '../support/page-checks.ts';
import { twoColours } from '../support/photos.ts';
import { signIn } from '../support/signed-in.ts';
import { takeOutAndPutBack } from '../support/site-page.ts';
import { visitAs } from '../support/visitor.ts';

const { admin } = paths;
const WORD = 'Gittermastraupenkranfahrersicherheitsunterweisungsnachweis';
const SLUG = 'tandem-lift';

test.afterAll(async ({ product }) => {
  await product.sql('truncate projects, revisions, trash cascade');
  await product.restoreContent();
});

let made: Promise<StoredPicture[]> | undefined; // once for all tests, because it takes seconds
/** A wide picture for the first project, then a wide, an upright and a small one, uploaded as an editor does. */
const pictures = (product: ProductUnderTest) => (made ??= givePictures(product));
async function givePictures(product: ProductUnderTest) {
  await product.sql('truncate projects cascade');
  const [id] = (await add(product.sql, 'projects')) as [number];
  const editor = await visitAs(product, product.sql, 'editor');
  for (const [n, [width, height]] of [
    [2000, 1000],
    [900, 1600],
    [600, 400],
  ].entries()) {
    const file = fileOf(await twoColours({ width, height }).jpeg().toBuffer(), 'a.jpg', 'image/jpeg');
    const form = formOf({ alt: 'A crane lifts a column', version: String(n + 1), file });
    expect((await editor.post(admin.project(id), form)).status).toBe(303);
  }
  return product.sql.value<StoredPicture[]>('select pictures from projects');
}

/** Shows projects, every third without a picture, some with very long words; the first has all pictures. */
async function showProjects(product: ProductUnderTest, count: number): Promise<void> {
  const given = await pictures(product);
  await product.sql('truncate projects');
  const rows = makeRows(count, (n) => ({
    slug: n === 1 ? SLUG : `project-${n}`,
    title: n % 4 === 2 ? WORD.repeat(3) : `Tandem lift of column ${n}`,
    place: n % 4 === 2 ? WORD : 'Point Lisas, Trinidad',
    content: n % 4 === 2 ? WORD.repeat(30) : 'Two crawler cranes raised a column. '.repeat(n * 3),
    figures: n % 4 === 2 ? `${WORD}: ${WORD}` : 'Load: 48 t\nRadius: 14 m\nHeight: 31 m',
    pictures: n === 1 ? [...given, ...given, ...given].slice(0, 7) : n % 3 ? given.slice(1 + (n % 2), 3) : [],
    display_order: n,
  }));
  await add(product.sql, 'projects', rows);
  const isShown = async () =>
    (await (await fetch(product.url + paths.portfolio)).text()).match(/\/portfolio\/[\w-]+"/g);
  await expect.poll(isShown, { intervals: [20] }).toEqual(expect.arrayContaining([`/portfolio/${rows.at(-1)!.slug}"`]));
}

/**
 * Loads all pictures. @returns the width of each original and file, and the largest width on the page, in px. Browsers
 * use a larger file again that they already have.
 */
const loadPictures = (page: Page) =>
  page.locator('img[src^="/photos/"]').evaluateAll(async (images: HTMLImageElement[]) => {
    const found: Record<string, { own: number; sent: number; shown: number }> = {};
    for (const image of images) {
      image.loading = 'eager';
      await image.decode();
      const { width, height } = image.getBoundingClientRect();
      const [, key = '', own, across, sent] = /(picture-\w+-\w+-(\d+)x(\d+))-(\d+)\.avif$/.exec(image.currentSrc)!;
      const shown = Math.max(width, (height * Number(own)) / Number(across), found[key]?.shown ?? 0); // either side may be cut off
      found[key] = { own: Number(own), sent: Math.max(Number(sent), found[key]?.sent ?? 0), shown };
    }
    return found;
  });

test('Our Work of any length fits every screen, does not move and is accessible', async ({ page, product }) => {
  for (const count of [1, 3, 20, 60]) {
    await showProjects(product, count);
    await page.goto(paths.portfolio); // every-page.spec.ts tests an empty list
    await expectNoLayoutShift(page);
    await expectFits(page);
    await expect(page.locator('main .section > ol > li')).toHaveCount(count);
  }
  await expectNoAxeViolations(page);
});

test('the page of a project fits every screen and paper and is accessible', async ({ page, product }) => {
  await showProjects(product, 4);
  for (const slug of [SLUG, 'project-2', 'project-3']) {
    await page.goto(paths.project(slug));
    await expectNoLayoutShift(page);
    await expectFits(page);
    if (slug === SLUG) await expectNoAxeViolations(page); // the others have no further elements
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    await page.emulateMedia({ media: null });
  }
  // A line has at most about 62 characters on any screen.
  await page.goto(paths.project(SLUG));
  const lines = await page
    .locator('.prose p')
    .first()
    .evaluate((text) => {
      const { width } = text.getBoundingClientRect();
      const probe = document.createElement('span');
      probe.textContent = 'Two crawler cranes raised a column. '.repeat(10);
      probe.style.whiteSpace = 'nowrap';
      text.append(probe);
      return (width / probe.getBoundingClientRect().width) * probe.textContent.length;
    });
  expect(lines).toBeGreaterThan(54);
  expect(lines).toBeLessThan(70);
  await page.setViewportSize({ width: 1366, height: 900 }); // the drawing begins at 703 px
  expect(await page.locator('h1').evaluate((title) => title.getBoundingClientRect().right)).toBeLessThan(703);
});

test('no picture is sent larger than it is shown at twice the density, on any screen', async ({ browser, product }) => {
  await showProjects(product, 4);
  const [wide, , upright] = (await pictures(product)).map(joinPicture);
  const values = { hero_slide_1: wide, hero_slide_2: upright, director_portrait: upright };
  const texts = 'update page_content set content_value = value from json_each_text($1) where section_key = key';
  await product.sql(texts, [JSON.stringify(values)]); // at once: the home page shows all of them or none
  await expect.poll(async () => (await fetch(product.url)).text()).toContain('A crane lifts a column');
  for (const [width, deviceScaleFactor] of [
    [360, 1],
    [390, 3],
    [768, 2],
    [1440, 2],
  ] as const)
    for (const path of [paths.home, paths.about, paths.portfolio, paths.project(SLUG)]) {
      const screen = { viewport: { width, height: 800 }, deviceScaleFactor, baseURL: product.url };
      const context = await browser.newContext(screen); // a browser would reuse a larger file
      const page = await context.newPage();
      await page.goto(path);
      if (path === paths.project(SLUG)) await page.locator('a[data-large]').first().click();
      const found = await loadPictures(page);
      expect(Object.keys(found).length).toBeGreaterThan(path === paths.about ? 0 : 1);
      for (const [key, { own, sent, shown }] of Object.entries(found)) {
        const place = `${key} on ${path} at ${width} px of density ${deviceScaleFactor}`;
        expect(sent, place).toBeLessThanOrEqual(2 * shown + 1);
        expect(sent, place).toBeGreaterThanOrEqual(Math.min(own, 0.6 * shown)); // nor does it look coarse
      }
      await context.close();
    }
});

test('pictures open large, by keys as well, and the focus comes back', async ({ page, product }) => {
  await showProjects(product, 4);
  await page.goto(paths.project(SLUG));
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  const second = page.getByRole('button', { name: /Open large/ }).nth(1);
  await second.focus();
  await page.keyboard.press('Space');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText('2 of 7');
  await expect(dialog.getByRole('img', { name: 'A crane lifts a column' })).toBeVisible();
  await expectNoAxeViolations(page);
  for (const size of [
    { width: 360, height: 640 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect(dialog.getByRole('img')).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('status')).toHaveText('7 of 7');
  await dialog.getByRole('button', { name: 'Next picture' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 of 7');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(second).toBeFocused();
  await second.click();
  await takeOutAndPutBack(page);
  await expect(dialog).toBeHidden();
  await second.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('an editor adds a project with pictures and sees it before others', async ({ page, product }) => {
  await product.sql('truncate projects');
  await signIn(page, product, 'editor');
  await openAdmin(page, admin.newProject);
  await page.getByLabel('Title', { exact: true }).fill('Girders over a live road');
  await page.getByLabel("Client's name").fill('Acme');
  await page.getByLabel('The client agreed to be named').check();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Preview: not saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Girders over a live road');
  await page.getByRole('link', { name: 'Back to the editor' }).click();
  await waitForShell(page);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Girders over a live road');
  await expect(page.getByLabel('The client agreed to be named')).toBeChecked();
  await page.getByRole('button', { name: 'Add Project' }).click();

  await expect(page.getByRole('heading', { name: 'Pictures', level: 1 })).toBeVisible();
  const buffer = await twoColours().jpeg().toBuffer();
  const chosen = page.getByLabel('Picture', { exact: true });
  const isChosen = () => chosen.evaluate((field: HTMLInputElement) => field.files!.length);
  const choose = async (alt: string) => {
    await page.getByLabel('Alt text').fill(alt);
    await expect(page.getByLabel('Decorative')).not.toBeChecked();
    await chosen.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  };
  const addIt = async (alt: string) => {
    await page.getByRole('button', { name: 'Add Picture' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: alt })).toBeVisible();
  };
  for (const alt of ['The road', 'A girder above the road']) {
    await choose(alt);
    await addIt(alt);
  }
  await choose('The crane');
  await page.getByRole('button', { name: /^Earlier.*picture 2/ }).click();
  await expect(page.getByText('Leads: A girder')).toBeVisible();
  await expect(page.getByText('Picture moved to 1 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Earlier.*picture 1/ })).toBeFocused();
  const colleague = await visitAs(product, product.sql, 'editor');
  for (const [button, count] of [
    [/^Later.*picture 1/, 3],
    ['Add Picture', 4],
  ] as const) {
    const [project] = await product.sql<{ id: number; version: number }>('select id, version from projects');
    const form = { alt: 'Theirs', version: String(project!.version), file: fileOf(buffer, 'a.jpg', 'image/jpeg') };
    expect((await colleague.post(admin.project(project!.id), formOf(form))).status).toBe(303);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { name: `Add a picture (${count} of 12)` })).toBeVisible();
    expect(await isChosen()).toBe(1);
  }
  await expect(page.getByRole('region', { name: 'Saved by someone else' })).toBeVisible();
  await page.waitForTimeout(500); // a sooner press would be a double click
  await addIt('The crane');
  await expect(page.getByLabel('Alt text')).toHaveValue('');
  expect(await isChosen()).toBe(0);
  await page.getByRole('link', { name: 'Edit picture 1' }).click();
  await page.getByLabel('Alt text').fill('A girder above the road ');
  const point = page.getByRole('button', { name: 'Top left' });
  await point.click();
  await expect(point).toHaveAttribute('aria-pressed', 'true');
  await expect(point).toBeFocused();

  await product.sql("update projects set seo_picture = 'removed'");
  await page.getByRole('link', { name: 'Edit Project' }).click();
  await expect(page).toHaveURL(/edit$/); // without a question; the picture's form had a Cancel, too
  await page.getByRole('link', { name: 'Cancel' }).click(); // without a question, because nothing was typed
  await page.getByRole('link', { name: 'Edit Girders over a live road' }).click();
  await expect(page.getByLabel('Draft')).toBeChecked();
});
