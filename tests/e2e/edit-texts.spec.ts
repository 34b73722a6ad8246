import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

test.beforeEach(({ page, product }) => signIn(page, product, 'editor').then(() => {}));

const box = (page: Page) => page.getByRole('main').getByRole('textbox');
/** What is sent: the box that the editor stands for. */
const sent = (page: Page) => page.locator('textarea[name=contentValue]');

test('an html text is written as in a word processor, by the keyboard alone, and stored as lines', async ({
  page,
  product,
}) => {
  await openAdmin(page, paths.admin.pages('about', 'who_text'));
  const toolbar = page.getByRole('toolbar', { name: 'Formatting of About: who we are, text' });
  await expect(toolbar).toBeVisible();
  await box(page).press('ControlOrMeta+a');
  await page.keyboard.type('cranes\nslings');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+b');
  await expect(sent(page)).toHaveValue('<strong>cranes</strong>\n\n<strong>slings</strong>');
  await expect(page.locator('[data-sidebar]')).toHaveAttribute('data-sidebar', 'wide');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.press('Shift+Tab');
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toBeFocused();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: 'List', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(box(page).getByRole('listitem')).toHaveText(['cranes', 'slings']);
  await expect(sent(page)).toHaveValue('- cranes\n- slings');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(sent(page)).toHaveValue('cranes\n\nslings');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('cranes');
  await page.keyboard.press('ControlOrMeta+a');
  await toolbar.getByRole('button', { name: 'Link' }).click();
  await expectNoAxeViolations(page);
  await page.keyboard.type('/services');
  await page.keyboard.press('Enter');
  await expect(box(page).getByRole('link', { name: 'cranes' })).toHaveAttribute('href', '/services');
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated', { exact: true })).toBeVisible();
  const [row] = await product.sql(`select content_value from page_content where section_key = 'who_text'`);
  expect(row!.content_value).toBe('<a href="/services">cranes</a>');
  await openAdmin(page, paths.admin.pages('about', 'who_points'));
  await expect(box(page)).toBeVisible();
  await expect(page.getByRole('toolbar')).toHaveCount(0); // other texts have none
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

test('what editors see on a page and in edit mode fits, and is for all', async ({ page }) => {
  for (const path of [paths.home, paths.editTexts(paths.home), paths.editTexts(paths.contactForm)]) {
    await page.goto(path);
    const link = { name: path === paths.home ? 'Edit texts' : 'Edit Footer: telephone', exact: true };
    await expect(page.getByRole('link', link)).toBeVisible();
    await expectNoAxeViolations(page);
    await expectNoHorizontalScroll(page);
  }
});

test('a text is looked at on its page before it is saved, goes on being typed, and can be discarded', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await openAdmin(page, paths.admin.pages('about', 'who_text'));
  const before = await sent(page).inputValue();
  await expect(page.getByRole('toolbar')).toBeVisible();
  await box(page).fill('   ');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
  await box(page).press('ControlOrMeta+a');
  await page.keyboard.type('We lift\n- by day\nby night'); // which makes a list
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page).toHaveURL(/\/about\?preview=about\.who_text#/);
  const who = page.getByRole('region', { name: 'Who We Are' });
  await expect(who.getByRole('listitem').filter({ hasText: 'by night' })).toBeInViewport();
  const strip = page.getByRole('complementary', { name: 'Preview' });
  await expect(strip).toContainText('Preview: not saved');
  await expect(strip).toBeInViewport();
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  expect(await (await fetch(product.url + paths.about)).text()).not.toContain('by night');
  await strip.getByRole('link', { name: 'Back to the editor' }).click();
  await expect(sent(page)).toHaveValue('We lift\n\n- by day\n- by night');
  await expect(box(page).getByRole('listitem')).toHaveText(['by day', 'by night']);
  await page
    .getByRole('button', { name: 'Discard it' })
    .or(page.getByRole('link', { name: 'Discard it' }))
    .click();
  await expect(sent(page)).toHaveValue(before);
  await expect(page.getByRole('toolbar')).toBeVisible();
  await box(page).fill('We lift by day and by night');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated', { exact: true })).toBeVisible();
  await page.goto(paths.about);
  await expect(page.getByText('We lift by day and by night')).toBeVisible();
  expect(asked).toEqual([]); // nothing that was typed is left behind, so nobody asks
});
