import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago, times } from '../support/content.ts';
import { pdf } from '../support/documents.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

const { admin } = paths;

/** How often a button of the mouse was pressed since the last time. */
async function clicksOf(page: Page): Promise<() => Promise<number>> {
  const clicks: true[] = [];
  await page.exposeFunction('countClick', () => void clicks.push(true));
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => (window as unknown as { countClick(): void }).countClick(), true),
  );
  return async () => {
    await page.waitForTimeout(50);
    return clicks.splice(0).length;
  };
}

test.beforeEach(async ({ page, product }) => {
  const rows = times(12, (i) => ({ subject: `Column ${i}`, name: `Unit${i}`, created_at: ago(i * 3_600_000) }));
  await add(product.sql, 'messages', rows);
  await signIn(page, product, 'admin');
});

test('the work of a morning takes few clicks', async ({ page, product }) => {
  const clicks = await clicksOf(page);
  const reply = page.getByRole('textbox', { name: 'Reply', exact: true });
  const bar = page.locator('.letter-bar');

  await test.step('to answer the oldest: 3, and each further one: 2', async () => {
    await openAdmin(page, admin.dashboard);
    await page.getByRole('link', { name: /The oldest has waited/ }).click();
    await bar.getByRole('link', { name: 'Reply' }).click();
    await page.keyboard.type('On Monday');
    await bar.getByRole('button', { name: 'Send and next' }).click();
    await expect(page.getByRole('heading', { name: 'Column 11' })).toBeVisible();
    expect(await clicks()).toBe(3);
    await expect(reply).toHaveValue('');
    await page.waitForTimeout(500); // sooner, it would be the second half of a double click
    await bar.getByRole('link', { name: 'Reply' }).click();
    await page.keyboard.type('On Tuesday');
    await bar.getByRole('button', { name: 'Send and next' }).click();
    await expect(page.getByRole('heading', { name: 'Column 10' })).toBeVisible();
    expect(await clicks()).toBe(2);
    await expect
      .poll(() => product.sql('select message_id from replies order by message_id'))
      .toEqual([{ message_id: 11 }, { message_id: 12 }]);
  });

  await test.step('to note and mark answered: 3', async () => {
    await openAdmin(page, admin.messagesThatWait);
    await page.getByText('Column 9', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).click();
    await page.keyboard.type('By phone');
    await bar.getByRole('button', { name: 'Mark answered' }).click();
    await expect(page.getByText('Message marked as answered')).toBeVisible();
    expect(await clicks()).toBe(3);
  });

  await test.step('to throw three away: 4', async () => {
    await openAdmin(page, admin.messagesThatWait);
    for (const name of ['Unit8', 'Unit7', 'Unit6'])
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Move to Trash' }).click();
    await expect(page.getByText('3 messages moved to trash')).toBeVisible();
    expect(await clicks()).toBe(4);
  });

  await test.step('to log a call, from the dashboard on a phone: 5, and less than 40 s at 5 keys a second', async () => {
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 740 });
    await openAdmin(page, admin.dashboard);
    await page.getByRole('link', { name: 'Log an enquiry' }).click();
    const phone = page.getByRole('textbox', { name: 'Phone' });
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute('type', 'tel');
    await page.keyboard.type('868 555 0100');
    const texts = { 'Full name': 'Anja Ramdin', Subject: 'Tandem lift in May', Message: 'A column of 42 t.' };
    for (const [label, text] of Object.entries(texts)) {
      await page.getByLabel(label, { exact: true }).click();
      await page.keyboard.type(text);
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Came by phone.')).toBeVisible();
    const taps = await clicks();
    expect(taps).toBe(5);
    const keys = ['868 555 0100', ...Object.values(texts)].join('').length;
    expect(keys / 5 + taps * 2).toBeLessThan(40); // 2 s to look, and to hit it
    await page.setViewportSize(size);
  });

  await test.step('to find by name: 2 and Enter', async () => {
    await openAdmin(page, admin.dashboard);
    await page.getByRole('link', { name: /^View Messages/ }).click();
    await page.getByRole('searchbox', { name: 'Search' }).click();
    await page.keyboard.type('Unit5');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 found')).toBeVisible();
    expect(await clicks()).toBe(2);
  });

  await test.step("to change a service's text: 3, and to see what was changed: 1", async () => {
    await openAdmin(page, admin.services);
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .click();
    await page.getByLabel('Service Description').click();
    await page.keyboard.type('New. ');
    await page.getByRole('button', { name: 'Update Service' }).click();
    await expect(page.getByText('Service updated successfully')).toBeVisible();
    expect(await clicks()).toBe(3);
    await openAdmin(page, admin.dashboard);
    await page.getByRole('region', { name: 'Changed lately' }).getByRole('link').first().click();
    await expect(page.getByLabel('Service Description')).toHaveValue(/New\./);
    expect(await clicks()).toBe(1);
  });

  await test.step('to upload a PDF: 3', async () => {
    await openAdmin(page, admin.documents);
    await page.getByRole('link', { name: 'Upload Document' }).click();
    await page.getByLabel('Title').fill('Sample plan');
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('PDF File').click();
    await (await chooser).setFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf(2000) });
    await page.getByRole('button', { name: 'Upload Document' }).click();
    await expect(page.getByText('Document uploaded successfully')).toBeVisible();
    expect(await clicks()).toBe(3);
  });

  await test.step('to edit a text from its page: 2', async () => {
    await page.goto(paths.editTexts(paths.about));
    await page.getByTitle('Edit About: mission text').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Every lift goes to plan.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Content updated', { exact: true })).toBeVisible();
    expect(await clicks()).toBe(2);
  });

  await test.step('from the home page to the form: 1', async () => {
    await page.goto(paths.home);
    await page.getByRole('link', { name: 'Get in Touch' }).first().click();
    await expect(page).toHaveURL(paths.contactForm);
    expect(await clicks()).toBe(1);
  });
});
