import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { add } from '../support/content.ts';

const sentence = 'Lifting gear is inspected on site by two people. ';
const text = (length: number) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
const box = async (page: Page, name: string) => (await page.getByRole('link', { name }).first().boundingBox())!;

test.afterAll(({ product }) => product.restoreContent());

test.describe('the hero with a tagline of 200 characters', () => {
  test.beforeEach(async ({ product }) => {
    const tagline = text(200);
    await product.sql(`update page_content set content_value = $1 where section_key = 'hero_tagline'`, [tagline]);
    const home = async () => (await fetch(product.url)).text();
    await expect.poll(home, { intervals: [20] }).toContain(tagline);
  });

  test('holds all of its words and both buttons', async ({ page }) => {
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
        const button = await box(page, name);
        expect(button.y + button.height, `at ${width} px`).toBeLessThanOrEqual(hero.y + hero.height);
      }
    }
  });

  test('shows its heading and its buttons on the first screen of a phone held across', async ({ page }) => {
    await page.setViewportSize({ width: 667, height: 375 });
    await page.goto(paths.home);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: 'Explore Our Services' })).toBeInViewport({ ratio: 1 });
  });
});

test('the header shows the phone number and Get in Touch from 768 px up', async ({ page }) => {
  for (const width of [768, 1023, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(paths.home);
    const header = page.getByRole('banner');
    await expect(header.getByText('(868) 555-0142')).toBeInViewport({ ratio: 1 });
    await expect(header.getByRole('link', { name: 'Get in Touch' })).toBeInViewport({ ratio: 1 });
    const number = (await header.getByText('(868) 555-0142').boundingBox())!;
    expect(number.height, `${width} px: the number stands on one line`).toBeLessThan(30);
  }
});

/** The empty space below the text of each service and its link, in px, how far below its text the link ends, and how high the service is. */
const airOf = (page: Page) =>
  page.locator('li.service').evaluateAll((items) =>
    items.map((item) => {
      const { bottom, height } = item.getBoundingClientRect();
      const text = item.querySelector('p')!.getBoundingClientRect();
      const link = item.querySelector('a')!.getBoundingClientRect();
      return { height, air: Math.round(bottom - text.bottom - link.height), below: link.bottom - text.bottom };
    }),
  );

const uneven = [10, 4000, 320, 80, 1200, 40, 600, 2000, 15, 300, 900, 10];
const short = [10, 320, 200, 80, 40, 300, 120, 160, 10, 240, 90, 60];
for (const [kind, lengths] of Object.entries({ uneven, short }))
  for (const count of [1, 4, 7])
    test(`${count} services with ${kind} texts are no boxes of air`, async ({ page, product }) => {
      await product.sql('truncate services');
      const rows = lengths
        .slice(0, count)
        .map((length, i) => ({ title: `Service ${i}`, content: text(length), display_order: i }));
      await add(product.sql, 'services', rows);
      const shown = async () => (await (await fetch(product.url + paths.services)).text()).match(/>Service \d+<\/h2>/g);
      await expect.poll(shown, { intervals: [20] }).toHaveLength(count);
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(paths.services);
        const items = await airOf(page);
        expect(items).toHaveLength(count);
        for (const { air, below, height } of items) {
          // two short texts side by side may differ by more than that
          if (width !== 768) expect(air, `of ${height} px at ${width} px`).toBeLessThan(280);
          expect(below, `at ${width} px the link stands apart from the text`).toBeGreaterThan(40);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
      if (count === 7) await expectNoAxeViolations(page);
    });
