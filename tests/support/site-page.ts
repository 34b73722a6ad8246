import type { Page } from '@playwright/test';

/** Waits until React has taken the page over: from then on it behaves as with JavaScript. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.querySelector('#main, main');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactFiber'));
  });
}

/** Opens a page and, where it runs scripts, waits for them. */
export async function open(page: Page, path: string, javaScriptEnabled: boolean): Promise<void> {
  await page.goto(path);
  if (javaScriptEnabled) await waitForHydration(page);
}
