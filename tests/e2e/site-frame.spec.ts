import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { hold, open, waitForScripts } from '../support/site-page.ts';

// tests/browsers tests the frame of the public pages in every browser.
const mainLink = (page: Page, name: string) =>
  page.locator('header').getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const choose = (page: Page, name: string) => page.locator('header').getByRole('button', { name }).first().click();
const scroll = (page: Page, top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

test('at any width the header is as wide as the content, drawings avoid words, and columns stay', async ({ page }) => {
  await page.goto(paths.services);
  const right = (each: Element) => each.getBoundingClientRect().right - parseFloat(getComputedStyle(each).paddingRight);
  const header = page.getByRole('banner');
  for (const width of [768, 1023, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const button = header.getByRole('link', { name: 'Get in Touch' }).first();
    const { x, width: wide } = (await button.boundingBox())!;
    expect(x + wide, `${width} px`).toBeCloseTo(await page.locator('main .wrap').first().evaluate(right), 1);
    await expect(button).toBeInViewport({ ratio: 1 });
    const number = header.getByText('(868) 555-0142');
    await expect(number).toBeInViewport({ ratio: 1 });
    expect((await number.boundingBox())!.height, `${width} px`).toBeLessThan(30);
  }
  const gap = (drawing: Element) => {
    const lefts = [...drawing.children].map((line) => line.getBoundingClientRect().left);
    const words = document.createTreeWalker(drawing.parentElement!, NodeFilter.SHOW_TEXT);
    const rights: number[] = [];
    for (const range = document.createRange(); words.nextNode();) {
      range.selectNodeContents(words.currentNode);
      rights.push(...[...range.getClientRects()].map(({ right }) => right));
    }
    return Math.min(...lefts) - Math.max(...rights);
  };
  for (const path of [paths.services, paths.portfolio, paths.liftPlanning, paths.contactForm, paths.about]) {
    await page.goto(path);
    for (const width of [1024, 1152, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const drawing = page.locator('.blueprint:has(h1) > div > svg');
      expect(await drawing.evaluate(gap), `${path} at ${width} px`).toBeGreaterThanOrEqual(-1);
    }
    const beside = page.getByRole('complementary', { name: 'What happens next' });
    if (path === paths.contactForm) await expect(beside).toContainText('within 24 hours');
  }
  const documents = page.locator('section', { has: page.getByRole('heading', { name: 'Company Documents' }) });
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const columns = documents.getByRole('list').evaluate((list) => getComputedStyle(list).gridTemplateColumns);
    expect((await columns).split(' ')).toHaveLength(3);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(paths.contactForm);
  await expect(page.getByRole('complementary', { name: 'What happens next' })).toBeHidden();
  const band = (await page.locator('main > div').first().boundingBox())!;
  expect((await page.getByText('Full name').first().boundingBox())!.y - (band.y + band.height)).toBeLessThanOrEqual(44);
  await expect(page.locator('main aside a')).toHaveAttribute('href', /^tel:\+1868/);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(page.locator('footer .logo')).toHaveCSS('mask-image', /logo\.svg/);
});

test('the first Tab skips to the content, back-to-top waits for 300 px, links lead to the top', async ({ page }) => {
  await open(page, paths.about);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  const button = page.getByRole('button', { name: 'Back to top' });
  await scroll(page, 301);
  await expect(button).toBeVisible();
  await scroll(page, 300);
  await expect(button).toBeHidden();
  await page.setViewportSize({ width: 320, height: 700 });
  const link = page.locator('footer').getByRole('link', { name: 'Privacy & Terms' });
  await link.evaluate((each) =>
    scrollBy({ top: each.getBoundingClientRect().bottom - innerHeight + 20, behavior: 'instant' }),
  );
  const gap = async () =>
    (await link.boundingBox())!.y - (await button.boundingBox().then((box) => box!.y + box!.height));
  await expect.poll(gap).toBeGreaterThan(0);
  await page.locator('footer').getByRole('link', { name: 'Our Services', exact: true }).click();
  await expect(page).toHaveURL(paths.services);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await scroll(page, 1000);
  await button.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await page.setViewportSize({ width: 1000, height: 700 });
  await scroll(page, 2000);
  const call = page.getByRole('banner').getByRole('link', { name: /^Call/ });
  await expect(call).not.toBeInViewport();
  await call.focus();
  await page.keyboard.press('Shift'); // from the keyboard, as the browser sees it
  await expect(call).toBeInViewport({ ratio: 1 }); // the header scrolls away with it
});

test('on a phone in landscape the menu can be read to its end, wherever the page is scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await open(page, paths.home);
  await scroll(page, 1000);
  await page.locator('header summary').click();
  const links = page.locator('header details').getByRole('navigation', { name: 'Menu' }).getByRole('link');
  const end = async () => {
    const { y, height } = (await links.last().boundingBox())!;
    return y + height;
  };
  expect(await end()).toBeGreaterThan(360);
  await links.first().hover();
  await page.mouse.wheel(0, 1000);
  await expect.poll(end).toBeLessThanOrEqual(360);
  await links.last().click();
  await expect(page).toHaveURL(paths.contactForm);
});

test('a page loaded ahead, and the one before on Back, come in the theme chosen since', async ({ page }) => {
  await open(page, paths.contact);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Preload.enable');
  const isReady = new Promise<void>((resolve) => {
    browser.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (new URL(prefetchUrl).pathname === paths.about && status === 'Ready') resolve();
    });
  });
  await mainLink(page, 'About').hover();
  await isReady;
  await choose(page, 'Dark theme');
  await mainLink(page, 'About').click();
  await expect(page).toHaveTitle(/^About Us/);
  const how = () => (performance.getEntriesByType('navigation')[0] as { deliveryType?: string }).deliveryType;
  expect(await page.evaluate(how)).toBe('navigational-prefetch');
  await waitForScripts(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await choose(page, 'System theme');
  await page.goBack();
  await expect(page).toHaveTitle(/^Contact/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'system');
});

test('a slow change of page shows a thin bar on top', async ({ page }) => {
  await open(page, paths.contact);
  const answer = await hold(page, `**${paths.about}`);
  await expect(page.locator('.progress')).toBeHidden();
  // Playwright cannot query a page that is being left.
  await page.evaluate(() => {
    const bar = document.querySelector<HTMLElement>('.progress')!;
    const tell = () => console.log(`bar ${bar.offsetTop} px from the top, ${bar.offsetHeight} px high`);
    new MutationObserver(tell).observe(bar, { attributes: true });
  });
  const seen = page.waitForEvent('console', {
    predicate: (message) => message.text() === 'bar 0 px from the top, 3 px high',
  });
  await mainLink(page, 'About').click({ noWaitAfter: true });
  await seen;
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  await expect(page.locator('.progress')).toBeHidden();
});

test('the theme is light until chosen; forced colours reach the logo; system follows the device', async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, paths.home);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const light = await ground();
  const pressed = page.getByRole('banner').getByRole('button', { pressed: true });
  await expect(pressed).toHaveCSS('border-top', '1px solid rgb(65, 96, 126)');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const logo = page.locator('header .logo'); // in the colour of its text
    await expect(logo).toHaveCSS('mask-image', /logo/);
    const colour = await logo.evaluate((each) => getComputedStyle(each).backgroundColor);
    expect(colour).not.toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  await page.emulateMedia({ forcedColors: 'none' });
  await choose(page, 'System theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'system');
  await expect.poll(ground).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).toBe(light);
});

test('on a phone with letters twice as large the header stays small and its menu opens', async ({ page }) => {
  await (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of [paths.home, paths.services, paths.contactForm]) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(200);
    const menu = page.getByLabel('Menu').first();
    await expect(menu).toBeInViewport({ ratio: 1 });
    await menu.click();
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' })).toBeInViewport();
    await expectFits(page, [360]);
  }
});
