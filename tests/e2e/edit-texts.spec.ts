import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { twoColours } from '../support/photos.ts';
import { hold } from '../support/site-page.ts';
import { signIn, signInByForm } from '../support/signed-in.ts';

test.beforeEach(({ page, product }) => signIn(page, product, 'editor').then(() => {}));

const box = (page: Page) => page.getByRole('main').getByRole('textbox');
const sent = (page: Page) => page.locator('textarea[name=contentValue]');
async function answerEscape(page: Page, answer: 'accept' | 'dismiss'): Promise<void> {
  const asked = page.waitForEvent('dialog', { timeout: 5000 });
  const pressed = page.keyboard.press('Escape');
  await (await asked)[answer]();
  await pressed;
}
const paste = (page: Page, text: string) =>
  page.locator(':focus').evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('an html text is written as in a word processor, by keyboard, and stored as lines', async ({ page, product }) => {
  await openAdmin(page, paths.admin.pages('about', 'who_text'));
  const toolbar = page.getByRole('toolbar', { name: 'Formatting of About: who we are, text' });
  await expect(toolbar).toBeVisible();
  await box(page).press('ControlOrMeta+a');
  await page.keyboard.type('cranes\nslings');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+b');
  await expect(sent(page)).toHaveValue('<strong>cranes</strong>\n\n<strong>slings</strong>');
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toHaveCSS('border-top', '1px solid rgb(27, 68, 104)');
  await expect(page.locator('[data-sidebar]')).toHaveAttribute('data-sidebar', 'wide');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.press('Shift+Tab');
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toBeFocused();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: 'List', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(box(page).getByRole('listitem')).toHaveText(['cranes', 'slings']);
  await box(page).getByRole('listitem').last().click();
  await page.keyboard.press('Tab');
  await expect(box(page)).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(toolbar.getByRole('button', { name: 'List', exact: true })).toBeFocused();
  await expect(sent(page)).toHaveValue('- cranes\n- slings');
  await page.keyboard.press('Tab');
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
  await expectFits(page, [360]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Content updated', { exact: true })).toBeVisible();
  const [row] = await product.sql(`select content_value from page_content where section_key = 'who_text'`);
  expect(row!.content_value).toBe('<a href="/services">cranes</a>');
  await openAdmin(page, paths.admin.pages('about', 'who_points'));
  await expect(box(page)).toBeVisible();
  await expect(page.getByRole('toolbar')).toHaveCount(0); // other texts have none
});

test('a text is edited on its page, by keyboard or pointer', async ({ page, product }) => {
  await openAdmin(page, paths.admin.pages('about'));
  await page.getByRole('link', { name: 'Edit texts on the page' }).click();
  await expect(page).toHaveURL(paths.editTexts(paths.about));
  await page.waitForLoadState(); // the editing script comes after the others
  const mission = page.getByTitle('Edit About: mission text');
  const before = await mission.innerText();
  const editor = page.getByRole('dialog', { name: 'About: mission text' });
  const typed = editor.getByRole('textbox', { name: 'About: mission text' });
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  await mission.focus();
  await page.keyboard.press('Enter');
  await expect(typed).toBeFocused();
  await expect(typed).toHaveValue(before);
  await expect(typed).toBeInViewport();
  await expectFits(page, [360]);
  await typed.fill('');
  await save.click();
  await expect(typed).toHaveAttribute('aria-invalid', 'true');
  await expectNoAxeViolations(page);
  await answerEscape(page, 'dismiss');
  await answerEscape(page, 'dismiss'); // with nothing done in between
  await editor.evaluate((element: HTMLDialogElement) => element.close()); // as browsers do without asking scripts
  await expect(typed).toBeVisible();
  await answerEscape(page, 'accept');
  await expect(mission).toBeFocused();
  await expect(mission).toHaveText(before);
  await mission.click();
  await typed.fill('Every lift goes to plan.');
  await save.click();
  await expect(editor).toHaveCount(0);
  await expect(mission).toHaveText('Every lift goes to plan.');
  await expect(mission).toBeFocused();
  await expect(page.getByText('Content updated', { exact: true })).toBeInViewport();
  await expect(page).toHaveURL(paths.editTexts(paths.about));

  const who = page.locator('[data-text="about.who_text"]');
  await who.hover();
  await expect(who).toHaveCSS('outline-color', 'rgb(184, 67, 11)'); // at least 3:1 on white
  await who.locator('p').first().click();
  await expect(page.getByRole('toolbar', { name: 'Formatting of About: who we are, text' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'About: who we are, text' })).toBeFocused(); // by itself
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('on site.In cranes\nslings\n');
  await paste(page, 'lift-plan.zip');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.keyboard.press('Escape'); // closes only the row for the address
  await expect(page.getByRole('textbox', { name: 'About: who we are, text' })).toBeFocused();
  await expectNoAxeViolations(page);
  await answerEscape(page, 'dismiss');
  await save.click();
  await expect(page.locator('[data-text="about.who_text"] > p')).toHaveText([
    'on site.In cranes',
    'slings',
    'lift-plan.zip',
  ]);
  await page.getByRole('link', { name: 'Edit About: director’s portrait' }).click(); // the page does not show it yet
  await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click();
  const rows = await product.sql(
    `select content_value as text from page_content where section_key in ('mission_text', 'who_text') order by section_key`,
  );
  expect(rows).toEqual([
    { text: 'Every lift goes to plan.' },
    { text: 'on site.In cranes\n\nslings\n\nlift-plan.zip' },
  ]);
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page).toHaveURL(paths.about);
  await expect(mission).toHaveCount(0);
});

test('a failed save on the page keeps all typing, and maintenance hides no saved text', async ({
  page,
  product,
  errors,
}) => {
  errors.expect(/ERR_FAILED|503/);
  const account = await signIn(page, product, 'editor');
  const rank = (role: string) => product.sql('update users set role = $1 where id = $2', [role, account.accountId]);
  const setByOther = (text: string) =>
    product.sql(
      `update page_content set content_value = $1, version = version + 1 where section_key = 'mission_text'`,
      [text],
    );
  await page.goto(paths.editTexts(paths.about));
  const mission = page.getByTitle('Edit About: mission text');
  const dialog = page.getByRole('dialog');
  const typed = dialog.getByRole('textbox');
  const save = dialog.getByRole('button', { name: 'Save' });
  const conflict = dialog.getByRole('region', { name: 'Saved by someone else' });
  await mission.click();
  await expect(typed).toBeFocused();
  const goOn = await hold(page, '**/admin/pages?**', 'POST');
  await setByOther('Theirs');
  await typed.fill('Mine');
  await save.click();
  await typed.press('End');
  await page.keyboard.type(' and more');
  goOn();
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText('Theirs');
  await expect(typed).toHaveValue('Mine and more');
  await setByOther('Theirs again');
  await save.click();
  await expect(conflict).toContainText('Theirs again');
  await conflict.getByRole('link', { name: 'go back to theirs' }).click();
  await expect(typed).toHaveValue('Theirs again');
  await typed.fill('Mine at last');

  await rank('viewer');
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('You may no longer change this.');
  await rank('editor');
  await page.route('**/admin/pages?**', (route) => route.abort(), { times: 1 });
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update content. Please try again.');
  await expect(typed).toHaveValue('Mine at last');

  await product.setMaintenance(true);
  await expect(page.getByRole('heading', { name: 'Maintenance in Progress' })).toBeVisible();
  await save.click();
  await expect(dialog).toHaveCount(0);
  await product.setMaintenance(false);
  await expect(mission).toHaveText('Mine at last');

  await page.reload(); // its scripts are there after it
  await mission.click();
  await typed.fill('Mine once more');
  await product.sql('delete from sessions where account_id = $1', [account.accountId]);
  await save.click();
  await signInByForm(page, account);
  await expect(page.locator('[name=contentValue]')).toHaveValue('Mine once more');
});

test('a picture refused on the page is still chosen, and one too large is reported', async ({ page, errors }) => {
  errors.expect(/400|413/);
  await page.goto(paths.editTexts(paths.about));
  await page.getByRole('link', { name: 'Edit About: director’s portrait' }).click();
  const dialog = page.getByRole('dialog');
  const save = async (buffer?: Buffer) => {
    const file = dialog.getByLabel('Picture', { exact: true });
    if (buffer) await file.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  await save(Buffer.alloc(12 * 1024 * 1024));
  await expect(dialog.getByRole('alert')).toContainText('too large');
  await save(await twoColours().jpeg().toBuffer());
  await expect(dialog.getByText('Please say what the picture shows').first()).toBeVisible();
  await dialog.getByLabel('Alt text').fill('The director');
  await save();
  await expect(page.getByRole('img', { name: 'The director' })).toBeVisible();
});

test('a text is previewed on its page, typed further, and can be discarded', async ({ page }) => {
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
  await page.keyboard.type('We lift\n- by day\nby night'); // makes a list
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page).toHaveURL(/\/about\?preview=about\.who_text#/);
  const who = page.getByRole('region', { name: 'Who We Are' });
  await expect(who.getByRole('listitem').filter({ hasText: 'by night' })).toBeInViewport();
  const strip = page.getByRole('complementary', { name: 'Preview' });
  await expect(strip).toContainText('Preview: not saved');
  await expect(strip).toBeInViewport();
  await expectNoAxeViolations(page);
  await expectFits(page, [360]);
  await strip.getByRole('link', { name: 'Back to the editor' }).click();
  await expect(sent(page)).toHaveValue('We lift\n\n- by day\n- by night');
  await expect(box(page).getByRole('listitem')).toHaveText(['by day', 'by night']);
  await page
    .getByRole('button', { name: 'Discard it' })
    .or(page.getByRole('link', { name: 'Discard it' }))
    .click();
  await expect(sent(page)).toHaveValue(before);
  await expect(page.getByRole('toolbar')).toBeVisible();
  await page.goto(paths.about);
  expect(asked).toEqual([]); // no typing is left, so nobody asks
});
