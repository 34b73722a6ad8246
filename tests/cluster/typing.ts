import { chromium, type Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { chromiumFlags, ensureChromium } from '../../scripts/chromium.mjs';
import { filledIn } from '../support/enquiries.ts';
import type { SecureSite } from './browser.ts';

/** A visitor who slowly fills in the contact form in a real browser. */
export async function startTyping({ url }: SecureSite) {
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error('no Chromium was found, and none could be installed: set CHROMIUM_PATH');
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(url + paths.contactForm);
  await page.locator('[data-hydrated]').waitFor({ state: 'attached' });
  const subject = `Typed during a deploy ${Date.now()}`;
  const fields = { fullName: filledIn.fullName, email: filledIn.email, phone: filledIn.phone, subject };
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value);
  let isOver = false;
  const typed = type(page, () => isOver);
  typed.catch(() => {});
  return {
    /** Sends the form. @returns the typed texts @throws Error if the page does not confirm it */
    async send() {
      isOver = true;
      const message = await typed;
      await page.locator('select[name="serviceType"]').selectOption(filledIn.serviceType);
      await page.locator('[name="consent"]').check();
      await page.locator('form button[type="submit"]').last().click();
      await page.getByText('Your reference').first().waitFor();
      return { subject, message };
    },
    stop: () => browser.close(),
  };
}

async function type(page: Page, isOver: () => boolean): Promise<string> {
  const words = page.locator('[name="message"]');
  await words.focus();
  let text = '';
  for (let n = 1; !isOver(); n++) {
    const word = `word${n} `;
    await page.keyboard.type(word, { delay: 30 });
    text += word;
  }
  return text.trim();
}
