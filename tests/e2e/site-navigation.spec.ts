import type { Page } from '@playwright/test';
import { paths, publicPages } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open, waitForScripts } from '../support/site-page.ts';

test('every internal link and form of every page leads somewhere, fragments included', async ({
  page,
  product,
  request,
}) => {
  const found = new Set<string>();
  const actions = new Set<string>();
  for (const path of publicPages) {
    await page.goto(path);
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    for (const address of links) {
      if (address.startsWith('#')) await expect(page.locator(`[id="${address.slice(1)}"]`), address).toHaveCount(1);
      else if (address.startsWith('/')) found.add(address);
    }
    for (const form of await page.locator('form').all())
      actions.add((await form.getAttribute('action')) ?? `no action on ${path}`);
  }
  expect(found.size).toBeGreaterThan(10);
  for (const address of found) {
    const answer = await request.get(address);
    expect([address, answer.status()]).toEqual([address, 200]);
    const [, fragment] = address.split('#');
    if (fragment) expect([address, (await answer.text()).split(` id="${fragment}"`).length - 1]).toEqual([address, 1]);
  }
  expect([...actions].sort()).toEqual([paths.contactForm, paths.theme]);
  for (const address of actions)
    // an empty form is understood and refused
    expect([address, (await request.post(address, { form: {}, headers: { Origin: product.url } })).status()]).toEqual([
      address,
      400,
    ]);
});

test('title, description and canonical address are unique; Open Graph and JSON-LD are whole', async ({
  page,
  product,
  request,
}) => {
  const seen = { titles: new Set<string>(), descriptions: new Set<string>(), types: new Set<string>() };
  for (const path of publicPages) {
    await page.goto(path);
    const content = (selector: string) => page.locator(`head ${selector}`).getAttribute('content');
    const title = await page.title();
    const description = (await content('meta[name=description]'))!;
    expect(title).toContain('Rigging & Lifting');
    expect(description.length).toBeGreaterThan(50);
    seen.titles.add(title);
    seen.descriptions.add(description);
    await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', product.url + path);
    expect(await content('meta[property="og:title"]')).toBe(title);
    expect(await content('meta[property="og:description"]')).toBe(description);
    expect(await content('meta[property="og:url"]')).toBe(product.url + path);
    const picture = (await content('meta[property="og:image"]'))!;
    expect((await request.get(picture)).headers()['content-type']).toMatch(/^image\//);
    for (const text of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      const data = JSON.parse(text);
      expect(data['@context']).toBe('https://schema.org');
      seen.types.add([data['@type']].flat().join());
      if (text.includes('"Service"')) seen.types.add('Service');
    }
  }
  expect(seen.titles.size).toBe(publicPages.length);
  expect(seen.descriptions.size).toBe(publicPages.length);
  expect([...seen.types].join()).toMatch(/Organization|LocalBusiness/);
  expect([...seen.types]).toContain('Service');
});

test('headings go down one step at a time, below one main heading', async ({ page }) => {
  for (const path of publicPages) {
    await page.goto(path);
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    levels.reduce((last, level) => {
      expect(level - last, `${path}: ${levels.join()}`).toBeLessThanOrEqual(1);
      return level;
    });
  }
});

test.describe('on the way to another page', () => {
  const mainLink = (page: Page, name: string) =>
    page.locator('header').getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

  test('a status says what is loaded, until the next document is there @js', async ({ page }) => {
    for (const [name, path, text] of [
      ['Services', paths.services, 'Loading services...'],
      ['About', paths.about, 'Loading...'],
    ] as const) {
      await open(page, paths.contact, true);
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

  test('Back shows the page as it was, with nothing left of the way, and the theme chosen meanwhile @js', async ({
    page,
  }) => {
    await open(page, paths.contact, true);
    await mainLink(page, 'About').click();
    await expect(page).toHaveTitle(/^About Us/);
    await waitForScripts(page);
    await page.locator('header').getByRole('button', { name: 'Dark theme' }).first().click();
    await page.goBack();
    await expect(page).toHaveTitle(/^Contact/);
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('no loading text is ever sent in a page', async ({ request }) => {
    for (const path of publicPages)
      expect(await (await request.get(path)).text()).not.toMatch(/>Loading( services)?\.\.\.</);
  });
});
