import type { Locator, Page } from '@playwright/test';
import { pdf as pdfOf } from './documents.ts';
import { expect } from './fixtures.ts';

export const pdf = { name: 'Lift plan.pdf', mimeType: 'application/pdf', buffer: pdfOf(5009) };
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The dialog once React has replaced the one of the HTML, so that typed text stays. */
export async function openedDialog(page: Page, name: string): Promise<Locator> {
  await expect(page.locator('#headlessui-portal-root')).toBeAttached();
  await expect(dialog(page, name).getByRole('heading', { name })).toBeVisible();
  return dialog(page, name);
}
