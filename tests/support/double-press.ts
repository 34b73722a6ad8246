import type { CDPSession, Locator, Page } from '@playwright/test';

const PAUSE_S = 0.3;

/**
 * Clicks twice at one place. The second click waits for `after`, however long that takes; its timestamp tells the page
 * 300 ms.
 */
export async function doubleClick(page: Page, target: Locator, after: () => Promise<unknown>): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await twice(page, after, async (browser, timestamp) => {
    const press = { ...place, timestamp, button: 'left', clickCount: 1 } as const;
    await browser.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press });
    await browser.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press });
  });
}

export async function doubleEnter(page: Page, target: Locator, after: () => Promise<unknown>): Promise<void> {
  await target.focus();
  await twice(page, after, async (browser, timestamp) => {
    const key = { timestamp, key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key });
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  });
}

async function twice(
  page: Page,
  after: () => Promise<unknown>,
  press: (browser: CDPSession, timestamp: number) => Promise<void>,
): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const first = Date.now() / 1000;
  await press(browser, first);
  await after();
  await press(browser, first + PAUSE_S);
  await browser.detach();
}
