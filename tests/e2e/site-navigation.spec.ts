import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open, waitForScripts } from '../support/site-page.ts';

const mainLink = (page: Page, name: string) =>
  page.locator('header').getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

test('a status says what is loaded, until the next document is there', async ({ page }) => {
  for (const [name, path, text] of [
    ['Services', paths.services, 'Loading services...'],
    ['About', paths.about, 'Loading...'],
  ] as const) {
    await open(page, paths.contact);
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(`**${path}`, async (route) => {
      await held;
      await route.continue();
    });
    // Playwright asks a page nothing while it is being left.
    await page.evaluate(() => {
      const tell = () => console.log('said:', document.querySelector('page-loading')!.textContent);
      new MutationObserver(tell).observe(document.querySelector('page-loading')!, { childList: true, subtree: true });
    });
    const said = page.waitForEvent('console', { predicate: (message) => message.text() === `said: ${text}` });
    await mainLink(page, name).click({ noWaitAfter: true });
    await said;
    letThrough();
    await expect(page).toHaveURL(path);
    await expect(page.getByText(text, { exact: true })).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('Back shows the page as it was, with nothing left of the way, and the theme chosen meanwhile', async ({
  page,
}) => {
  await open(page, paths.contact);
  await mainLink(page, 'About').click();
  await expect(page).toHaveTitle(/^About Us/);
  await waitForScripts(page);
  await page.locator('header').getByRole('button', { name: 'Dark theme' }).first().click();
  await page.goBack();
  await expect(page).toHaveTitle(/^Contact/);
  await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a page that is not there is named in the console, and Go Back goes back to where one came from', async ({
  page,
  errors,
}) => {
  errors.expect(/404: no page at/);
  const logged = page.waitForEvent('console', (message) => message.text().includes('/no-such-page'));
  await open(page, paths.services);
  await page.evaluate(() => {
    const way = document.createElement('a');
    way.href = '/no-such-page';
    way.textContent = 'A broken link';
    document.querySelector('main')!.prepend(way);
  });
  await page.getByRole('link', { name: 'A broken link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  await waitForScripts(page);
  await logged;
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(paths.services);
});
