import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { startProduct } from '../support/product.ts';
import { waitForScripts } from '../support/site-page.ts';

test('what a tag manager puts into the contact form’s page does not disturb it', async ({ page, product }) => {
  const site = await startProduct({ DATABASE_URL: product.databaseUrl, TAG_MANAGER_ID: 'GTM-TEST123' });
  try {
    await page.route('https://www.googletagmanager.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `document.head.prepend(document.createElement('script')); document.body.append(document.createElement('iframe'));`,
      }),
    );
    const asked = page.waitForRequest(/googletagmanager/);
    await page.goto(site.url + paths.contactForm);
    await page.evaluate(() => document.querySelector('main')!.setAttribute('data-first', ''));
    await asked;
    await waitForScripts(page);
    await expect(page.locator('body > iframe')).toHaveCount(1);
    await expect(page.locator('main[data-first]')).toHaveCount(1); // the document is the one that came
  } finally {
    await page.close(); // it would look for the site's events
    await site.stop();
  }
});
