import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
/** What differs between the themes: all other rules see the same in both. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/** Fails unless the page, as it stands now, is free of WCAG 2.1 A and AA violations that axe can see, in both themes. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { page: subject, done } = await scriptable(page);
  try {
    const before = await subject.locator('html').getAttribute('data-theme');
    for (const theme of ['light', 'dark']) {
      await setTheme(subject, theme);
      // In one piece, without a second page for the report: no page of ours has a frame.
      const axe = new AxeBuilder({ page: subject }).options({ resultTypes: ['violations'] }).setLegacyMode();
      const { violations } = await (theme === 'light' ? axe.withTags(wcag) : axe.withRules(ofColour)).analyze();
      const found = violations.flatMap((rule) =>
        rule.nodes.map((node) => `${rule.id}: ${node.html}\n${node.failureSummary}`),
      );
      expect(found, `axe on ${page.url()} in the ${theme} theme`).toEqual([]);
    }
    if (before) await setTheme(subject, before);
  } finally {
    await done();
  }
}

/** Fails if the page can be scrolled sideways at 360 px, the narrowest phone; the window has its size back afterwards. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 800 });
  const tooWide = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (e) => e.getBoundingClientRect().right > window.innerWidth + 1,
    );
    return wide.length ? wide.map((e) => e.outerHTML.slice(0, 120)) : ['the page'];
  });
  expect(tooWide, `wider than 360 px on ${page.url()}`).toEqual([]);
  if (size) await page.setViewportSize(size);
}

/** Keeps the web fonts of a page that is opened next waiting. @returns what lets them come */
export async function holdFonts(page: Page): Promise<() => void> {
  let send = () => {};
  const held = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  return send;
}

/** Fails if anything has moved by itself since the page was loaded. Needs JavaScript: the browser reports by callback. */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const moved = await page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    const shifts: Shift[] = [];
    const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])));
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 100)); // the entries buffered so far come with the next task
    observer.disconnect();
    const name = (node: Node | null) =>
      node instanceof Element
        ? node.outerHTML.slice(0, 120)
        : `'${node?.textContent}' in ${node?.parentElement?.outerHTML.slice(0, 120)}`;
    return shifts
      .filter((shift) => !shift.hadRecentInput)
      .map(({ value, sources }) => `${value.toFixed(4)} ${sources.map((source) => name(source.node)).join(' | ')}`);
  });
  expect(moved, `layout shifts on ${page.url()}`).toEqual([]);
}

async function setTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    await new Promise((resolve) => requestAnimationFrame(resolve)); // colours that fade start to now, and end before
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map((animation) => animation.finished));
  }, theme);
}

/**
 * axe needs timers, which a page without JavaScript does not have: then the same HTML is shown, its scripts taken out,
 * in a context with JavaScript.
 */
async function scriptable(page: Page): Promise<{ page: Page; done(): Promise<void> }> {
  const hasJavaScript = await page.evaluate(() => matchMedia('(scripting: enabled)').matches);
  if (hasJavaScript) return { page, done: async () => {} };
  const html = (await page.content())
    .replace(/<script\b[\s\S]*?<\/script>/gi, '')
    .replace(/<\/?noscript\b[^>]*>/gi, '');
  const context = await page
    .context()
    .browser()!
    .newContext({ viewport: page.viewportSize(), javaScriptEnabled: true });
  const copy = await context.newPage();
  const url = page.url().split('#')[0]!;
  await copy.route(url, (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
  await copy.goto(page.url());
  return { page: copy, done: () => context.close() };
}
