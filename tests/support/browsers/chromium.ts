import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../../scripts/chromium.mjs';
import { Keys, tabOf, type Tab } from './tab.ts';

const names = new Map<string, string>(Object.entries(Keys).map(([name, key]) => [key, name]));

export async function openChromium(): Promise<Tab | null> {
  const executablePath = await findChromium();
  if (!executablePath) return null;
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return tabOf({
    navigate: async (url) => void (await page.goto(url, { waitUntil: 'commit' })),
    evaluate: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    async press(keys) {
      for (const key of keys) await page.keyboard.press(names.get(key) ?? key);
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    async takeErrors() {
      return errors.splice(0);
    },
    close: () => browser.close(),
  });
}
