import fs from 'node:fs';
import { paths, publicPages } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';

const [siteSheet] = fs.globSync('build/client/assets/site-*.css').map((file) => file.replace('build/client', ''));

/**
 * Records the computed style of every element on the first call and compares it on the next. Custom properties show in
 * the properties that use them. @returns the number of styles, and the changed ones
 */
function lookAtStyles(): { count: number; changed: string[] } {
  const noted = window as unknown as { styles?: string[] };
  const styles = [...document.querySelectorAll('body, body *')].flatMap((element) =>
    [null, '::before', '::after'].flatMap((part) => {
      const style = getComputedStyle(element, part);
      if (part && style.content === 'none') return [];
      return `${element.tagName} ${element.getAttribute('class') ?? ''} ${part ?? ''} { ${style.cssText} }`;
    }),
  );
  const before = (noted.styles ??= styles);
  return { count: styles.length, changed: styles.filter((style, i) => style !== before[i]) };
}

test('each page looks with its own styles as with the whole style sheet', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of publicPages) {
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.route('**/assets/*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.evaluate(() => document.fonts.ready);
    const { count } = await page.evaluate(lookAtStyles);
    expect(count).toBeGreaterThan(100);
    await page.unrouteAll();
    await page.addStyleTag({ url: siteSheet });
    expect([path, await page.evaluate(lookAtStyles)]).toEqual([path, { count, changed: [] }]);
  }
});

test('a document asks for one small module and nothing of React, Remix, conform or zod', async ({ page }) => {
  for (const path of [paths.home, paths.about]) {
    const asked: string[] = [];
    page.removeAllListeners('request');
    page.on('request', (request) => void (request.resourceType() === 'script' && asked.push(request.url())));
    await open(page, path);
    if (path === paths.home) await expect.poll(() => asked.length).toBe(2); // the slider loads when the page rests
    expect(asked.map((url) => /[\w-]+(?=[.-][\w-]{8,}\.js)/.exec(url)?.[0])).toEqual(
      path === paths.home ? ['elements', 'keen-slider'] : ['elements'],
    );
    for (const url of asked) expect(await (await fetch(url)).text()).not.toMatch(/react|remix|conform|zod/i);
  }
});

test('the menu and the elements work while the picture is still on its way', async ({ page }) => {
  await page.route('**/*.{avif,webp,jpg}', () => {}); // as on a very slow line
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(paths.home, { waitUntil: 'commit' });
  await page.locator('header summary').click();
  await page.waitForFunction(() => customElements.get('theme-choice'));
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => document.querySelector<HTMLImageElement>('.strip img')!.complete)).toBe(false);
});
