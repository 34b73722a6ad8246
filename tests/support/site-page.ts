import type { Page } from '@playwright/test';

/** Waits until the page behaves as with JavaScript: its elements work, and an application is taken over by React. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!customElements.get('theme-choice')) return false;
    if (!document.querySelector('[data-hydrated]')) return true;
    const root = document.querySelector('#main, main');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactFiber'));
  });
}

/** Opens a page and waits for its scripts. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForScripts(page);
}
