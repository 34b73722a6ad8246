import { publicPages } from '#app/paths.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  expectNoLayoutShift,
  test,
} from '../support/fixtures.ts';

for (const path of publicPages) {
  test(`${path} answers, has one main heading, and fits a phone`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectNoHorizontalScroll(page);
  });

  test(`${path} has no accessibility violation in either theme`, async ({ page }) => {
    await page.goto(path);
    await expectNoAxeViolations(page);
  });

  test(`${path} does not move while it loads @js`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'load' });
    await expectNoLayoutShift(page);
  });
}
