import { expect, inject } from 'vitest';
import { paths } from '#app/paths.ts';
import { openFirefox } from '../support/browsers/firefox.ts';
import { test } from './fixtures.ts';

const WIDTH = 360;
const MENU = `document.querySelector('header summary')`;
const LINK = `document.querySelector('header details a[href="${paths.about}"]')`;
/** By how much the page is wider than its window, in which a scroll bar takes room. */
const TOO_WIDE = '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.documentElement)';
const isOnScreen = (element: string) => `(({ left, right, top, bottom, width }) =>
  width > 0 && left >= 0 && right <= document.documentElement.clientWidth && top >= 0 && bottom <= innerHeight
)(${element}.getBoundingClientRect())`;

// Firefox alone gives a page whose letters are set larger another size of letters and nothing else.
if (inject('browser') === 'Firefox')
  test('on a phone with letters twice as large the header fits, and its menu opens', async ({ site }) => {
    const tab = (await openFirefox({ 'font.size.variable.x-western': 32 }))!;
    try {
      await tab.resize(WIDTH, 800);
      for (const path of [paths.home, paths.services, paths.contactForm]) {
        await tab.goto(site.url + path);
        const size = 'getComputedStyle(document.documentElement).fontSize';
        expect(await tab.evaluate(`[innerWidth, ${size}]`)).toEqual([WIDTH, '32px']);
        const look = (element: string) => tab.evaluate(`[${TOO_WIDE}, ${isOnScreen(element)}]`);
        expect(await look(MENU), path).toEqual([0, true]);
        await tab.click('header summary');
        await expect.poll(() => tab.evaluate(`${MENU}.parentElement.open`), { message: path }).toBe(true);
        expect(await look(LINK), path).toEqual([0, true]);
      }
    } finally {
      await tab.close();
    }
  });
