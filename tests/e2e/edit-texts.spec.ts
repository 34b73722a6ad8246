import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { editLinkOf, openAdmin } from '../support/admin-page.ts';
import { add } from '../support/content.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

test.beforeEach(async ({ page, product }) => {
  await product.restoreContent();
  await signIn(page, product, 'editor');
});

const box = (page: Page) => page.getByRole('main').getByRole('textbox');
const storedWho = async (sql: (text: string) => Promise<Record<string, unknown>[]>) =>
  (await sql(`select content_value from page_content where section_key = 'who_text'`))[0]!.content_value;

test('texts have names, stand by the sections of their page, and the page is one click away', async ({ page }) => {
  await openAdmin(page, paths.admin.pages());
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Hero',
    'Facts below the hero',
    'Expertise',
    'Why choose us',
    'Closing',
  ]);
  await expect(main.getByRole('heading', { level: 3 }).first()).toHaveText('Home: hero heading');
  await expect(main.getByRole('listitem').filter({ hasText: 'Home: hero heading' })).toContainText('hero_heading');
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await openAdmin(page, paths.admin.pages('about'));
  await page.getByRole('link', { name: 'View page' }).click();
  await expect(page).toHaveURL(paths.about);
});

test('a text that nobody has named has a name made of its key, in a group at the end', async ({ page, product }) => {
  await add(product.sql, 'page_content', [{ section_key: 'safety_award', content_value: 'Won' }]);
  await openAdmin(page, paths.admin.pages('about'));
  await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText('Other texts');
  await expect(page.getByRole('heading', { name: 'About: safety award' })).toBeVisible();
});

test('plain lines of an html text are paragraphs and a list on the page, and plain lines again in the editor', async ({
  page,
  product,
}) => {
  const typed = 'We plan & supervise lifts:\n- on land\n- at <strong>sea</strong>\n\nAsk us.';
  await openAdmin(page, paths.admin.pages('about', 'who_text'));
  await box(page).fill(typed);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated', { exact: true })).toBeVisible();
  await editLinkOf(page, 'who_text').click();
  await expect(box(page)).toHaveValue(typed);
  await page.goto(paths.about);
  const who = page.getByRole('region', { name: 'Who We Are' }).locator('.prose');
  await expect(who.locator('p')).toHaveText(['We plan & supervise lifts:', 'Ask us.']);
  await expect(who.locator('li')).toHaveText(['on land', 'at sea']);
  await expect(who.locator('li strong')).toHaveText('sea');

  const tags = '<p>One</p>\n\nTwo\n- three'; // left as it is
  await openAdmin(page, paths.admin.pages('about', 'who_text'));
  await box(page).fill(tags);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated', { exact: true }).first()).toBeVisible();
  expect(await storedWho(product.sql)).toBe(tags);
});

test('the toolbar makes what is selected bold, a list or a link, by the keyboard alone @js', async ({
  page,
  product,
}) => {
  await openAdmin(page, paths.admin.pages('about', 'who_text'));
  await box(page).fill('cranes\nslings');
  const toolbar = page.getByRole('toolbar', { name: 'Formatting of About: who we are, text' });
  await box(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Shift+Tab');
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: 'List' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('- cranes\n- slings');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(box(page)).toHaveValue('cranes\nslings');
  await page.keyboard.press('ControlOrMeta+a');
  await toolbar.getByRole('button', { name: 'Bold' }).click();
  await expect(box(page)).toHaveValue('<strong>cranes</strong>\n<strong>slings</strong>');
  await box(page).fill('cranes');
  await page.keyboard.press('ControlOrMeta+a');
  await toolbar.getByRole('button', { name: 'Link' }).click();
  await page.keyboard.type('/services'); // the address is selected
  await expect(box(page)).toHaveValue('<a href="/services">cranes</a>');
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated', { exact: true })).toBeVisible();
  expect(await storedWho(product.sql)).toBe('<a href="/services">cranes</a>');
});

test('other texts have no toolbar, and without scripts there is none at all', async ({ page, javaScriptEnabled }) => {
  await openAdmin(page, paths.admin.pages('about', 'who_text'));
  await expect(page.getByRole('toolbar')).toHaveCount(javaScriptEnabled ? 1 : 0);
  await openAdmin(page, paths.admin.pages('about', 'who_points'));
  await expect(box(page)).toBeVisible();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
});

test('from a public page to a text and back', async ({ page }) => {
  await openAdmin(page, paths.admin.pages('about'));
  await page.getByRole('link', { name: 'Edit texts on the page' }).click();
  await expect(page).toHaveURL(paths.editTexts(paths.about));
  await page.getByRole('link', { name: 'Edit About: mission text' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Pages' })).toBeVisible();
  await box(page).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true'); // and the way back is not forgotten
  await box(page).fill('Every lift goes to plan.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`${paths.editTexts(paths.about)}#texts-about-mission`);
  await expect(page.getByText('Content updated', { exact: true })).toBeInViewport();
  await expect(page.getByRole('main').getByText('Every lift goes to plan.')).toBeInViewport();
  await page.getByRole('link', { name: 'Edit About: mission text' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${paths.editTexts(paths.about)}#texts-about-mission`);
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page).toHaveURL(paths.about);
  await expect(page.getByRole('link', { name: 'Edit About: mission text' })).toHaveCount(0);
});

for (const path of [paths.home, paths.about, paths.services, paths.contact, paths.contactForm])
  test(`what editors see on ${path} fits, and is for all`, async ({ page }) => {
    await page.goto(path);
    await expectNoAxeViolations(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('link', { name: 'Edit texts', exact: true }).click();
    await expect(page).toHaveURL(paths.editTexts(path));
    await expect(page.getByRole('link', { name: 'Edit Footer: telephone', exact: true })).toBeVisible();
    await expectNoAxeViolations(page);
    await expectNoHorizontalScroll(page);
  });
