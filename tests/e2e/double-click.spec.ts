import type { Page, Route } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { doubleClick, doubleEnter } from '../support/double-press.ts';
import { expect, test, type ProductUnderTest } from '../support/fixtures.ts';
import { ago, DAY_MS } from '../support/content.ts';
import { signIn, signInToInbox } from '../support/signed-in.ts';
import { hold } from '../support/site-page.ts';

const client = (i: number) => ({ name: `Client ${i}`, email: `client${i}@example.com`, created_at: ago(i * DAY_MS) });
const readOnes = async (product: ProductUnderTest) =>
  (await product.sql('select name from messages where is_read order by id')).map(({ name }) => name);
const rowOf = (page: Page, client: string) => page.getByRole('row').filter({ hasText: client });
const counts = (page: Page) => page.getByRole('heading', { level: 1 });
const titles = (page: Page) => page.getByRole('list', { name: 'Services in display order' }).getByRole('heading');
const settle = (page: Page) => page.waitForTimeout(500);

test('a double click or a second Enter in the inbox counts once', async ({ page, product }) => {
  await signInToInbox(page, product, 6, client);
  await openAdmin(page, paths.admin.messages);
  const isMarked = () => expect(counts(page)).toContainText('5 unread, 1 read');
  await doubleClick(page, rowOf(page, 'Client 2').getByRole('button', { name: 'Mark read' }), isMarked);
  await settle(page);
  await expect.poll(() => readOnes(product)).toEqual(['Client 2']);
  const button = rowOf(page, 'Client 3').getByRole('button', { name: /^Mark/ });
  await doubleEnter(page, button, () => expect(counts(page)).toContainText('4 unread, 2 read'));
  await settle(page);
  await expect.poll(() => readOnes(product)).toEqual(['Client 2', 'Client 3']);
  await expect(button).toBeFocused();
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  const isOpen = () => expect(dialog).toBeVisible();
  await doubleClick(page, rowOf(page, 'Client 1').getByRole('button', { name: 'View' }), isOpen);
  await settle(page);
  await expect(dialog).toContainText('client1@example.com');
  await expect.poll(() => readOnes(product)).toEqual(['Client 1', 'Client 2', 'Client 3']);
});

test('a double click moves a service by one place, and does nothing to what it opens', async ({ page, product }) => {
  await signIn(page, product, 'editor');
  await openAdmin(page, paths.admin.services);
  const [first, second, ...others] = await titles(page).allTextContents();
  const moved = [second!, first!, ...others];
  const isMoved = () => expect(titles(page)).toHaveText(moved);
  const down = page.getByRole('button', { name: `Move down ${first}` });
  await doubleClick(page, down, isMoved);
  await settle(page);
  await isMoved();
  const stored = () => product.sql('select title from services order by display_order');
  await expect.poll(stored).toEqual(moved.map((title) => ({ title })));
  await doubleEnter(page, down, async () => {});
  await expect(titles(page)).toHaveText([second!, others[0]!, others[1]!, first!, ...others.slice(2)]);

  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await openAdmin(page, paths.admin.services);
    const dialog = page.locator('.dialog-panel');
    const isOpen = () => expect(dialog).toBeVisible();
    await doubleClick(page, page.getByRole('link', { name: /^Edit/ }).first(), isOpen);
    await settle(page);
    await isOpen();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }

  await page.setViewportSize({ width: 1280, height: 740 });
  await openAdmin(page, paths.admin.pages());
  const items = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
  const key = (await items.nth(3).getByRole('heading').textContent())!;
  const item = items.filter({ has: page.getByRole('heading', { name: key, exact: true }) });
  const isOpen = () => expect(item.getByRole('textbox')).toBeFocused();
  await doubleClick(page, item.getByRole('link', { name: /^Edit/ }), isOpen);
  await settle(page);
  await isOpen();
  const isClosed = () => expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await doubleClick(page, item.getByRole('button', { name: 'Save' }), isClosed);
  await settle(page);
  await isClosed();
});

test('a mark stored while a message opens does not block the next ones', async ({ page, product }) => {
  await signInToInbox(page, product, 6, client);
  await openAdmin(page, paths.admin.messages);
  const onTheWay = /__manifest|messages\/\d+(\.data)?\?/;
  const letGo = await hold(page, onTheWay);
  const opening = page.waitForRequest(onTheWay);
  const marked = page.waitForEvent('requestfinished', (request) => request.method() === 'POST');
  const holdBack = async (route: Route) => {
    const response = await route.fetch();
    await opening;
    await route.fulfill({ response });
  };
  // Only the first mark, because a later one could still be passing here when the test has seen it stored.
  await page.route(/messages\.data/, holdBack, { times: 1 });
  await rowOf(page, 'Client 2').getByRole('button', { name: 'Mark read' }).click();
  await rowOf(page, 'Client 4').getByRole('button', { name: 'View' }).click();
  await Promise.all([marked, opening]);
  await settle(page);
  letGo();
  await page.getByRole('dialog').getByLabel('Close', { exact: true }).click();
  await rowOf(page, 'Client 6').getByRole('button', { name: 'Mark read' }).click();
  await expect.poll(() => readOnes(product)).toEqual(['Client 2', 'Client 4', 'Client 6']);
});
