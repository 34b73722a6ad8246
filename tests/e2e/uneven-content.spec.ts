import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { add } from '../support/content.ts';

const sentence = 'Lifting gear is inspected on site by two people. ';
const text = (length: number) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);

test.afterAll(({ product }) => product.restoreContent());

test('the hero with a tagline of 200 characters holds all of its words and both buttons', async ({ page, product }) => {
  const tagline = text(200);
  await product.sql(`update page_content set content_value = $1 where section_key = 'hero_tagline'`, [tagline]);
  await expect.poll(async () => (await fetch(product.url)).text(), { intervals: [20] }).toContain(tagline);
  for (const [width, height] of [
    [1366, 640],
    [1440, 900],
    [768, 1024],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(paths.home);
    const hero = (await page.locator('.hero').boundingBox())!;
    const banner = (await page.locator('.banner').boundingBox())!;
    const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
    expect(heading.y, `at ${width} px`).toBeGreaterThanOrEqual(Math.max(hero.y, banner.y + banner.height));
    for (const name of ['Explore Our Services', 'Get in Contact']) {
      const button = (await page.getByRole('link', { name }).first().boundingBox())!;
      expect(button.y + button.height, `at ${width} px`).toBeLessThanOrEqual(hero.y + hero.height);
    }
  }
  await page.setViewportSize({ width: 667, height: 375 }); // the first screen of a phone in landscape
  await page.goto(paths.home);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: 'Explore Our Services' })).toBeInViewport({ ratio: 1 });
});

/** For each service in px: the empty space below its text and link, the link's distance from the text, and its height. */
const airOf = (page: Page) =>
  page.locator('li.service').evaluateAll((items) =>
    items.map((item) => {
      const { bottom, height } = item.getBoundingClientRect();
      const text = item.querySelector('p')!.getBoundingClientRect();
      const link = item.querySelector('a')!.getBoundingClientRect();
      return { height, air: Math.round(bottom - text.bottom - link.height), below: link.bottom - text.bottom };
    }),
  );

const uneven = [10, 4000, 320, 80, 1200, 40, 600];
const short = [10, 320, 200, 80, 40, 300, 120];
test('services with texts of any length leave little empty space', async ({ page, product }) => {
  for (const lengths of [uneven, short, uneven.slice(0, 1), short.slice(0, 4)]) {
    await product.sql('truncate services');
    const rows = lengths.map((length, i) => ({ title: `Service ${i}`, content: text(length), display_order: i }));
    await add(product.sql, 'services', rows);
    const shown = async () => (await (await fetch(product.url + paths.services)).text()).match(/>Service \d+<\/h2>/g);
    await expect.poll(shown, { intervals: [20] }).toHaveLength(lengths.length);
    await page.goto(paths.services);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const { air, below, height } of await airOf(page)) {
        // Two short texts side by side may differ by more than that.
        if (width !== 768) expect(air, `of ${height} px at ${width} px`).toBeLessThan(280);
        expect(below, `at ${width} px the link stands apart from the text`).toBeGreaterThan(40);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  }
});
