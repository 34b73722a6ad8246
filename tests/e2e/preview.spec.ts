import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

test.beforeEach(async ({ page, product }) => {
  await product.restoreContent();
  await signIn(page, product, 'editor');
});

test('a text is looked at on its page before it is saved, and goes on being typed', async ({ page, product }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await openAdmin(page, paths.admin.pages('about', 'who_text'));
  const box = page.getByRole('main').getByRole('textbox');
  await box.fill('   ');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await box.fill('We lift\n\n- by day\n- by night');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page).toHaveURL(/\/about\?preview=about\.who_text#/);
  const who = page.getByRole('region', { name: 'Who We Are' });
  await expect(who.getByText('We lift')).toBeInViewport();
  await expect(who.getByRole('listitem').filter({ hasText: 'by night' })).toBeInViewport();
  const strip = page.getByRole('complementary', { name: 'Preview' });
  await expect(strip).toContainText('Preview: not saved');
  await expect(strip).toBeInViewport();
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
  expect(await (await fetch(product.url + paths.about)).text()).not.toContain('by night');

  await strip.getByRole('link', { name: 'Back to the editor' }).click();
  await expect(box).toHaveValue('We lift\n\n- by day\n- by night');
  await box.fill('We lift by day and by night');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated', { exact: true })).toBeVisible();
  await page.goto(paths.about);
  await expect(page.getByText('We lift by day and by night')).toBeVisible();
  expect(asked).toEqual([]); // nothing that was typed is left behind, so nobody asks
});

test('what was typed before a preview can be discarded', async ({ page }) => {
  await openAdmin(page, paths.admin.pages('home', 'hero_tagline', paths.home));
  const box = page.getByRole('main').getByRole('textbox');
  const before = await box.inputValue();
  await box.fill('A tagline to try');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('main').getByText('A tagline to try')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the editor' }).click();
  await expect(box).toHaveValue('A tagline to try');
  await page
    .getByRole('button', { name: 'Discard it' })
    .or(page.getByRole('link', { name: 'Discard it' }))
    .click();
  await expect(box).toHaveValue(before);
});
