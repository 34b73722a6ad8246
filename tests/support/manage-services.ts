import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { add } from './content.ts';
import { expect, type ProductUnderTest } from './fixtures.ts';
import { signIn } from './signed-in.ts';

export const names = ['Alpha crane', 'Bravo hoist', 'Charlie sling'];

export async function startWithThree(page: Page, product: ProductUnderTest): Promise<void> {
  await product.sql('truncate services');
  const rows = names.map((title, i) => ({
    title,
    content: `What ${title} does`,
    icon: i === 0 ? 'Truck' : null,
    display_order: i + 1,
  }));
  await add(product.sql, 'services', rows);
  await signIn(page, product, 'editor');
}

export async function open(page: Page): Promise<void> {
  await page.goto(paths.admin.services);
  await expect(handle(page, names[0]!)).toBeVisible(); // a script makes it
  // The library that drags comes later, and marks the list that it has taken.
  await expect.poll(() => list(page).evaluate((each) => Object.keys(each).join())).toContain('Sortable');
}
export const handle = (page: Page, title: string) => page.getByRole('button', { name: `Drag to reorder: ${title}` });
const list = (page: Page) => page.getByRole('list', { name: 'Services in display order' });
export const order = (page: Page) => list(page).getByRole('heading').allTextContents();
export const stored = ({ sql }: ProductUnderTest) =>
  sql.column<string>("select display_order || ' ' || title from services order by display_order");
