import type { Locator, Page } from '@playwright/test';
import { add } from './content.ts';
import { pdf as pdfOf } from './documents.ts';
import { expect, test as base } from './fixtures.ts';
import { signIn } from './signed-in.ts';

/** Staff at the list of documents, on an empty table unless a test puts something in. */
export const test = base.extend<{ staff: Page; addDocument: (title: string, order?: number) => Promise<number> }>({
  addDocument: async ({ product }, use) => {
    await use(async (title, order = 0) => {
      const row = { title, display_order: order, created_at: '2026-03-02T02:30:00Z' };
      return (await add(product.sql, 'pdf_documents', [row]))[0]!;
    });
  },
  staff: async ({ product, page }, use) => {
    await product.sql('delete from pdf_documents');
    await signIn(page, product, 'editor');
    await use(page);
  },
});

export const bytes = pdfOf(5009);
export const pdf = { name: 'Lift plan.pdf', mimeType: 'application/pdf', buffer: bytes };
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The dialog, once it takes what is typed: another takes the place of the one in the HTML. */
export async function opened(page: Page, name: string): Promise<Locator> {
  await expect(page.locator('#headlessui-portal-root')).toBeAttached();
  await expect(dialog(page, name).getByRole('heading', { name })).toBeVisible();
  return dialog(page, name);
}
