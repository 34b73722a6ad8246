import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { paths } from '#app/paths.ts';

/** What one try came to: null when all is well, else what the visitor loses. */
export type Loss = string | null;

export const TYPED = 'Anja Ramdin of Point Lisas';
export const KEY_MS = 30; // between two keys, as of somebody who types fast
export const NAME_FIELD = '#enquiry-fullName';
const CPU_SLOWDOWN = 6;
const DONE_MS = 10_000;

/** What the contact form shows once React has it: it leaves the checks to the script, and the draft holds what was typed. */
export interface FormState {
  isTakenOver: boolean;
  text?: string;
  draft?: string;
}

/** An expression for the page; gives a `FormState`. */
export const FORM_STATE = `({
  isTakenOver: document.querySelector('main form')?.noValidate === true,
  text: document.querySelector('${NAME_FIELD}')?.value,
  draft: JSON.parse(sessionStorage.getItem('enquiry-draft') ?? 'null')?.fullName,
})`;

/** @param errors that the browser has told of */
export function lossIn({ isTakenOver, text, draft }: FormState, errors: readonly string[]): Loss {
  if (errors.length) return errors[0]!;
  if (!isTakenOver) return 'React has not taken the form over';
  if (text !== TYPED) return `the field says "${text}"`;
  return draft === TYPED ? null : `the draft says "${draft}"`;
}

/** Types into the contact form from the first moment on, in a browser slowed six times. */
export async function typeWhileWaking(browser: Browser, url: string): Promise<Loss> {
  const { page, errors } = await slowPage(browser);
  try {
    await page.goto(url + paths.contactForm, { waitUntil: 'commit' });
    await page.locator(NAME_FIELD).focus();
    await page.keyboard.type(TYPED, { delay: KEY_MS });
    return await settledLoss(
      () => page.evaluate<FormState>(FORM_STATE),
      (state) => lossIn(state, errors),
    );
  } finally {
    await page.context().close();
  }
}

/**
 * Presses Tab on a staff page from the first moment on, in a browser slowed six times.
 * @param storageState of somebody signed in
 */
export async function tabWhileWaking(
  browser: Browser,
  url: string,
  storageState: BrowserContextOptions['storageState'],
): Promise<Loss> {
  const { page, errors } = await slowPage(browser, { storageState });
  try {
    await page.goto(url + paths.admin.services, { waitUntil: 'commit' });
    await page.locator('main').waitFor();
    for (let pressed = 0; pressed < 20; pressed++) {
      await page.keyboard.press('Tab');
      await page.waitForTimeout(KEY_MS);
    }
    const width = () => page.locator('.admin').getAttribute('data-sidebar');
    const before = await width();
    return await settledLoss(
      async () => {
        await page.keyboard.press('Control+b');
        return (await width()) !== before;
      },
      (isAnswered) => errors[0] ?? (isAnswered ? null : 'Ctrl+B does nothing'),
    );
  } finally {
    await page.context().close();
  }
}

/** Looks until nothing is lost, or until that will not change any more. */
export async function settledLoss<State>(look: () => Promise<State>, judge: (state: State) => Loss): Promise<Loss> {
  for (const began = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const loss = judge(await look());
    if (loss === null || Date.now() - began > DONE_MS) return loss;
  }
}

async function slowPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return { page, errors };
}
