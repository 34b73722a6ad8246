import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';

/** What one try came to: null when all is well, else what the visitor loses. */
type Loss = string | null;

const TYPED = 'Anja Ramdin of Point Lisas';
const KEY_MS = 30; // between two keys, as of somebody who types fast
const CPU_SLOWDOWN = 6;
const DONE_MS = 10_000;

/** Types into the contact form from the first moment on, in a browser slowed six times. */
export const typeWhileWaking = (browser: Browser, url: string): Promise<Loss> =>
  onSlowPage(browser, {}, async (page) => {
    await page.goto(url + paths.contactForm, { waitUntil: 'commit' });
    await page.locator('#enquiry-fullName').focus();
    await page.keyboard.type(TYPED, { delay: KEY_MS });
    return async () => {
      const [isTakenOver, text, draft] = await page.evaluate(() => [
        document.querySelector<HTMLFormElement>('main form')?.noValidate, // it leaves the checks to the script
        document.querySelector<HTMLInputElement>('#enquiry-fullName')?.value,
        (JSON.parse(sessionStorage.getItem('enquiry-draft') ?? '{}') as { fullName?: string }).fullName,
      ]);
      if (!isTakenOver) return 'React has not taken the form over';
      if (text !== TYPED) return `the field says "${text}"`;
      return draft === TYPED ? null : `the draft says "${draft}"`;
    };
  });

/**
 * Presses Tab on a staff page from the first moment on, in a browser slowed six times.
 * @param storageState of somebody signed in
 */
export const tabWhileWaking = (
  browser: Browser,
  url: string,
  storageState: BrowserContextOptions['storageState'],
): Promise<Loss> =>
  onSlowPage(browser, { storageState }, async (page) => {
    await page.goto(url + paths.admin.services, { waitUntil: 'commit' });
    await page.locator('main').waitFor();
    for (let pressed = 0; pressed < 20; pressed++) {
      await page.keyboard.press('Tab');
      await page.waitForTimeout(KEY_MS);
    }
    const width = () => page.locator('.admin').getAttribute('data-sidebar');
    const before = await width();
    return async () => {
      await page.keyboard.press('Control+b');
      return (await width()) === before ? 'Ctrl+B does nothing' : null;
    };
  });

/** @param act does something at once, and gives what looks afterwards: until nothing is lost, or that will not change */
async function onSlowPage(
  browser: Browser,
  options: BrowserContextOptions,
  act: (page: Page) => Promise<() => Promise<Loss>>,
): Promise<Loss> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const look = await act(page);
    for (const began = Date.now(); ; await page.waitForTimeout(100)) {
      const loss = errors[0] ?? (await look());
      if (loss === null || Date.now() - began > DONE_MS) return loss;
    }
  } finally {
    await context.close();
  }
}
