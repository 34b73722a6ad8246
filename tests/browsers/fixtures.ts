import { paths } from '#app/paths.ts';
import { expect, inject, test as base } from 'vitest';
import { startHeldSite } from '../support/browsers/held-site.ts';
import { openChromium, openFirefox } from '../support/browsers/puppeteer.ts';
import type { Tab } from '../support/browsers/tab.ts';
import { openWebKit } from '../support/browsers/webkit.ts';
import { startProduct } from '../support/product.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';

const open: Record<string, () => Promise<Tab>> = { Chromium: openChromium, Firefox: openFirefox, WebKit: openWebKit };

interface Visitor {
  site: Awaited<ReturnType<typeof startHeldSite>> & Pick<TestDatabase, 'sql'>;
  tab: Tab;
  /** Errors that pages may log; any other fails the test. */
  expectedErrors: RegExp[];
  visit(path: string): Promise<void>;
  /** Visits a page and waits until it receives events. */
  follow(path: string): Promise<void>;
  maintain(on: boolean): Promise<void>;
  /** Waits until an expression in the page has this value. */
  see(expression: string, value: unknown, options?: { timeout: number }): Promise<void>;
}

/** A visitor with one browser; all its journeys share a site. */
export const test = base.extend<Visitor>({
  site: [
    async ({}, use) => {
      const database = await cloneDatabase(inject('postgres'));
      const front = await startHeldSite();
      const product = await startProduct({ DATABASE_URL: database.url, APP_URL: front.url });
      front.forward(product.url);
      await use({ ...front, sql: database.sql });
      await front.stop();
      await product.stop();
      await database.drop();
    },
    { scope: 'file' },
  ],
  tab: [
    async ({}, use) => {
      const tab = await open[inject('browser')]!();
      await use(tab);
      await tab.close();
    },
    { scope: 'file' },
  ],
  expectedErrors: [
    async ({ tab }, use) => {
      const expected: RegExp[] = [];
      await tab.resize(1280, 800);
      await use(expected);
      const errors = (await tab.takeErrors()).filter((error) => !expected.some((each) => each.test(error)));
      expect(errors, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
  visit: ({ tab, site, see }, use) =>
    use(async (path) => {
      const letScripts = site.hold(SCRIPTS);
      site.answered.clear();
      await tab.goto(site.url + path, 'interactive');
      await tab.evaluate(noteErrors);
      letScripts();
      await see(HAS_SCRIPTS, true);
    }),
  follow: ({ site, visit }, use) =>
    use(async (path) => {
      await visit(path);
      await expect.poll(() => [...site.answered], { interval: 20 }).toContain(paths.events);
    }),
  maintain: ({ site }, use) =>
    use(async (on) => void (await site.sql('update site_status set maintenance_mode = $1', [on]))),
  see: ({ tab }, use) =>
    use(async (expression, value, options) => {
      await expect
        .poll(() => tab.evaluate(expression), { interval: 20, message: expression, ...options })
        .toEqual(value);
    }),
});

export const SCRIPTS = /^\/assets\/.*\.js$/;

/** True once custom elements work and React has hydrated the form, if there is one. */
export const HAS_SCRIPTS = `(() => {
  if (document.readyState !== 'complete' || !customElements.get('theme-choice')) return false;
  if (document.querySelector('hero-carousel:not([data-live])')) return false;
  const form = document.querySelector('[data-hydrated] main form');
  return !form || form.noValidate;
})()`;

/** For the browser whose driver reports no errors. It runs before the page's scripts. */
const noteErrors = `(() => {
  const errors = (window.pageErrors = []);
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => errors.push(violatedDirective));
  const print = console.error;
  console.error = (...words) => {
    errors.push(words.join(' '));
    print.apply(console, words);
  };
})()`;
