import fs from 'node:fs';
import { paths, publicPages } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site-page.ts';

const [siteSheet] = fs.globSync('build/client/assets/site-*.css').map((file) => file.replace('build/client', ''));

/** Every property of every element as the browser would draw it; those of our own are seen in what asks for them. */
const computedStyles = () =>
  [...document.querySelectorAll('body, body *')].flatMap((element) =>
    [null, '::before', '::after'].flatMap((part) => {
      const style = getComputedStyle(element, part);
      if (part && style.content === 'none') return [];
      const values = [...style]
        .filter((name) => !name.startsWith('--'))
        .map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return `${element.tagName} ${element.getAttribute('class') ?? ''} ${part ?? ''} { ${values.join('; ')} }`;
    }),
  );

for (const path of publicPages)
  test(`${path} looks with its own styles as with the whole style sheet`, async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.route('**/assets/*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.evaluate(() => document.fonts.ready);
    const before = await page.evaluate(computedStyles);
    expect(before.length).toBeGreaterThan(100);

    await page.unrouteAll();
    await page.addStyleTag({ url: siteSheet });
    expect(await page.evaluate(computedStyles)).toEqual(before);
  });

test('a document asks for one small module and nothing of React, Remix, conform or zod', async ({ page }) => {
  for (const path of publicPages.filter((each) => each !== paths.contactForm)) {
    const asked: string[] = [];
    page.removeAllListeners('request');
    page.on('request', (request) => void (request.resourceType() === 'script' && asked.push(request.url())));
    await open(page, path);
    if (path === paths.home) await expect.poll(() => asked.length).toBe(2); // the slider comes when the page is at rest
    expect(asked.map((url) => /[\w-]+(?=[.-][\w-]{8,}\.js)/.exec(url)?.[0])).toEqual(
      path === paths.home ? ['elements', 'keen-slider'] : ['elements'],
    );
    for (const url of asked) expect(await (await fetch(url)).text()).not.toMatch(/react|remix|conform|zod/i);
  }
});

test('words, menu and links work before any script has come', async ({ page }) => {
  await page.route('**/assets/*.js', () => {}); // never answered
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(paths.home, { waitUntil: 'commit' });
  await page.locator('header summary').click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
});

test('on Slow 3G the menu and the elements work while the picture is still on its way', async ({ page }) => {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 600,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.route('**/*.{avif,webp,jpg}', () => {}); // as slow as a line can be
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(paths.home, { waitUntil: 'commit' });
  await page.locator('header summary').click();
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' })).toBeVisible();
  await page.waitForFunction(() => customElements.get('theme-choice'));
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => document.querySelector<HTMLImageElement>('.strip img')!.complete)).toBe(false);
});
