import { expect, type Page } from '@playwright/test';
import { filledIn } from './enquiries.ts';

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

/** The same, and waits until the page hears of changes. */
export async function follow(page: Page, path: string): Promise<void> {
  const following = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await open(page, path);
  await following;
}

/** Keeps requests waiting, of one method or of any. @returns what lets them go */
export async function hold(page: Page, address: string | RegExp, method?: 'GET' | 'POST'): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (!method || route.request().method() === method) await isLetGo;
    await route.continue().catch(() => {}); // the page has given it up
  });
  return letGo;
}

/** @returns what lets a page send so many bytes a second; -1 for as many as it can */
export async function uploadSpeed(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  return (uploadThroughput: number) => devtools.send('Network.emulateNetworkConditions', { ...line, uploadThroughput });
}

/** Fills in the contact form: what it needs, and its choices. */
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
  return [
    ['Full name', fullName],
    ['Email', email],
    ['Subject', subject],
    ['Message', message],
  ];
};

export const sendEnquiry = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Send Message', exact: true }).click();
