import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

test.beforeEach(async ({ page, product }) => {
  await product.restoreContent();
  await signIn(page, product, 'editor');
});

const box = (page: Page) => page.getByRole('main').getByRole('textbox');
const storedWho = async (sql: (text: string) => Promise<Record<string, unknown>[]>) =>
  (await sql(`select content_value from page_content where section_key = 'who_text'`))[0]!.content_value;

test('the toolbar makes what is selected bold, a list or a link, by the keyboard alone', async ({ page, product }) => {
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

test('other texts have no toolbar', async ({ page }) => {
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

for (const path of [paths.home, paths.contactForm])
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
