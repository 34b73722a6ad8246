import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, expectNoLayoutShift, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { startProduct, type Product } from '../support/product.ts';
import { waitForScripts } from '../support/site-page.ts';

/** Adds an element before ours, another after them, and a cookie. */
const TAG_MANAGER = `document.head.prepend(document.createElement('script'));
document.body.append(document.createElement('iframe'));
document.cookie = '_ga_TEST=1; Path=/';`;

let site: Product;
/** Requests to other hosts, from the browser's own log. */
let asked: string[];

test.beforeAll(async ({ product }) => {
  site = await startProduct({ DATABASE_URL: product.databaseUrl, TAG_MANAGER_ID: 'GTM-TEST123' });
});
test.afterAll(() => site.stop());

async function follow(context: BrowserContext): Promise<void> {
  asked = [];
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== site.url) asked.push(request.url());
  });
  await context.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: TAG_MANAGER }),
  );
}
test.beforeEach(({ context }) => follow(context));
test.afterEach(({ page }) => page.close()); // otherwise it polls a site that has stopped

const bar = (page: Page) => page.getByRole('region', { name: 'Counting of visits' });
const button = (page: Page, name: RegExp) => bar(page).getByRole('button', { name });

test('no other host is contacted before a yes or after a no, and the privacy page changes both', async ({ page }) => {
  await page.goto(site.url);
  await expect(bar(page)).toBeVisible();
  expect(asked).toEqual([]);
  await button(page, /^No/).click();
  await expect(bar(page)).toBeHidden();
  await page.goto(site.url + paths.privacyTerms);
  await expect(bar(page)).toContainText('You said no');
  expect(asked).toEqual([]);

  await button(page, /^Yes/).click();
  await expect(bar(page)).toContainText('You said yes');
  await expect.poll(() => asked).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST123']);
  await page.goto(site.url + paths.about);
  await expect.poll(() => asked.length).toBe(2);
  await expect(bar(page)).toBeHidden();

  await page.goto(site.url + paths.privacyTerms);
  await expect(page.locator('body > iframe')).toHaveCount(1);
  await button(page, /^No/).click();
  await expect(bar(page)).toContainText('You said no');
  await expect(page.locator('body > iframe')).toHaveCount(0); // a new page
  expect(asked).toHaveLength(3);
  expect((await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)).toEqual(['consent=no']); // the other cookie is gone
});

test('the bar is accessible, treats yes and no alike, covers nothing; tags disturb nothing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' }); // otherwise moved content keeps its old place for 1 ms
  await page.goto(site.url + paths.contactForm);
  await waitForScripts(page);
  await expect(bar(page)).toBeVisible();
  await expectNoLayoutShift(page);
  const looks = await bar(page)
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((each) => {
        const { width, height } = each.getBoundingClientRect();
        const { color, backgroundColor, fontSize } = getComputedStyle(each);
        return { width, height, color, backgroundColor, fontSize };
      }),
    );
  expect(looks).toHaveLength(2);
  expect(looks[0]).toEqual(looks[1]);
  for (const name of ['Skip to content', 'More about it', 'Yes', 'No']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toContainText(name);
  }
  const isSeen = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height - 2));
  };
  const send = page.getByRole('button', { name: 'Send Message' });
  await send.focus();
  expect(await send.evaluate(isSeen)).toBe(true);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (const end of [
    page.getByRole('link', { name: 'Accessibility' }),
    page.getByRole('button', { name: 'Back to top' }),
  ])
    await expect.poll(() => end.evaluate(isSeen)).toBe(true);
  await expectNoAxeViolations(page);
  await expectFits(page);

  await button(page, /^Yes/).click();
  await expect(bar(page)).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
  await expect.poll(() => asked.length).toBe(1);
  await page.goto(site.url + paths.contactForm);
  await page.evaluate(() => document.querySelector('main')!.setAttribute('data-first', ''));
  await waitForScripts(page);
  await expect(page.locator('body > iframe')).toHaveCount(1);
  await expect(page.locator('main[data-first]')).toHaveCount(1); // the document has not been replaced
  await expect(bar(page)).toBeHidden();
});
