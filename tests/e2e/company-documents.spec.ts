import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';

test.describe('Company Documents', () => {
  const section = (page: Page) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: 'Company Documents' }) });

  test('shows a card for each document: title, description, icon and View Document', async ({ page, product }) => {
    const documents = await product.sql('select title, description from pdf_documents order by display_order');
    await page.goto(paths.about);
    const cards = section(page).getByRole('listitem');
    await expect(cards).toHaveCount(3);
    for (const [index, { title, description }] of documents.entries()) {
      await expect(cards.nth(index).getByRole('heading', { name: title, exact: true })).toBeVisible();
      await expect(cards.nth(index)).toContainText(description);
      await expect(cards.nth(index).locator('svg')).toBeVisible();
      await expect(cards.nth(index).getByText('View Document', { exact: true })).toBeVisible();
    }
    const columns = () =>
      section(page)
        .getByRole('list')
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
    expect(await columns()).toBe(3);
    await page.setViewportSize({ width: 768, height: 800 });
    expect(await columns()).toBe(3);
  });

  test('opens a small dialog whose button opens the file in a new tab; closing it leaves the page as it was', async ({
    page,
    context,
  }) => {
    await open(page, paths.about);
    const view = section(page).getByText('View Document', { exact: true }).first();
    await view.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Company Profile', exact: true })).toBeVisible();
    await expect(dialog).toContainText('Click below to view this document:');
    const file = dialog.getByRole('link', { name: 'Open in New Tab' });
    await expect(file).toHaveAttribute('target', '_blank');
    const address = (await file.getAttribute('href'))!;
    expect(address).toMatch(/^\/documents\/\d+-company-profile\.pdf$/);
    expect((await page.request.get(address)).headers()['content-type']).toBe('application/pdf');
    const tab = context.waitForEvent('page');
    await file.click();
    await (await tab).close();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
    await section(page).getByText('View Document', { exact: true }).nth(1).click();
    await expect(dialog.getByRole('heading', { name: 'H.S.E. Policy' })).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Company Profile' })).toBeHidden();
  });

  test('the dialog keeps the focus, closes on Escape and gives the focus back', async ({ page }) => {
    await open(page, paths.about);
    const view = section(page).getByText('View Document', { exact: true }).nth(2);
    await view.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Mission Statement' })).toBeVisible();
    for (let index = 0; index < 4; index++) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(view).toBeFocused();
  });
});
