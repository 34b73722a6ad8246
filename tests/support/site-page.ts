import { expect, type Page } from '@playwright/test';
import { filledIn } from './enquiries.ts';

/** Waits until custom elements work and React has hydrated the page's application, if it has one. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!customElements.get('theme-choice')) return false;
    if (!document.querySelector('[data-hydrated]')) return true;
    const root = document.querySelector('#main, main');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactFiber'));
  });
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForScripts(page);
}

/** Opens a page and waits until it receives events. */
export async function follow(page: Page, path: string): Promise<void> {
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await open(page, path);
  await following;
}

/** Takes the page away for a moment, as the maintenance screen does. */
export const takeOutAndPutBack = (page: Page) =>
  page.locator('[data-page]').evaluate((shown) => {
    const screen = document.createElement('div');
    shown.replaceWith(screen);
    screen.replaceWith(shown);
  });

/** Holds requests back, of one method or of any. @returns a function that releases them */
export async function hold(page: Page, address: string | RegExp, method?: 'GET' | 'POST'): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (!method || route.request().method() === method) await isLetGo;
    await route.continue().catch(() => {}); // the page has given it up
  });
  return letGo;
}

/** @returns a function that limits a page's upload to this many bytes per second; -1 for no limit */
export async function uploadSpeed(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  return (uploadThroughput: number) => devtools.send('Network.emulateNetworkConditions', { ...line, uploadThroughput });
}

export async function fillEnquiry(page: Page, fields: Partial<typeof filledIn> = {}): Promise<void> {
  const form = page.locator('main form');
  for (const [name, value] of typedIn(fields)) await form.getByRole('textbox', { name }).fill(value);
  await form.getByRole('combobox').selectOption(filledIn.serviceType);
  await form.getByRole('radio', { name: 'Either' }).check();
  await form.getByRole('checkbox').check();
}

export async function expectEnquiry(page: Page, fields: Partial<typeof filledIn> = {}): Promise<void> {
  const form = page.locator('main form');
  for (const [name, value] of typedIn(fields)) await expect(form.getByRole('textbox', { name })).toHaveValue(value);
  await expect(form.getByRole('combobox')).toHaveValue(filledIn.serviceType);
  await expect(form.getByRole('radio', { name: 'Either' })).toBeChecked();
  await expect(form.getByRole('checkbox')).toBeChecked();
}

const typedIn = (fields: Partial<typeof filledIn>): [string, string][] => {
  const { fullName, email, subject, message } = { ...filledIn, ...fields };
  return Object.entries({ 'Full name': fullName, Email: email, Subject: subject, Message: message });
};

export const sendEnquiry = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Send Message', exact: true }).click();
