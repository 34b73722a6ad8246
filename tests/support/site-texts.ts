import { expect, type Page } from '@playwright/test';

/* What public pages say of the company as delivered, and how their parts are found. */
export const PHONE_1 = '(868) 555-0142';
export const PHONE_2 = '(868) 555-0187';
export const EMAIL = 'info@example.com';
export const NAME = 'Safety Rigging & Lifting Services';

export const main = (page: Page) => page.locator('main');
export const link = (page: Page, name: string | RegExp) =>
  main(page).getByRole('link', { name, exact: typeof name === 'string' });
export const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true });

/** Each of these links leads where it should. */
export async function expectLinks(page: Page, links: Record<string, string>): Promise<void> {
  for (const [name, address] of Object.entries(links))
    await expect(link(page, name).first(), name).toHaveAttribute('href', address);
}
