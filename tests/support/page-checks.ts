import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** In dark, only the rules that depend on colours run. */
const rules: Record<string, axe.RunOptions['runOnly']> = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Fails if axe finds WCAG 2.1 A or AA violations in either theme. Needs JavaScript in the page. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const before = await page.locator('html').getAttribute('data-theme');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  await stopFading(page, true);
  for (const [theme, runOnly] of Object.entries(rules)) {
    await setTheme(page, theme);
    const violations = await page.evaluate(
      async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations,
      { resultTypes: ['violations' as const], runOnly },
    );
    const found = violations.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.html}\n${node.failureSummary}`),
    );
    expect(found, `axe on ${page.url()} in the ${theme} theme`).toEqual([]);
  }
  if (before) await setTheme(page, before);
  await stopFading(page, false);
}

/** Fails if anything has moved by itself since the page loaded. Needs JavaScript in the page. */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const moved = await page.evaluate(async () => {
    type Source = { node: Node | null } & Record<'previousRect' | 'currentRect', DOMRect>;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    // A font that comes after the first paint moves words within their line.
    const isWithinLine = ({ previousRect: was, currentRect: is }: Source) =>
      was.y === is.y && was.height === is.height && Math.abs(was.x - is.x) < 8;
    const shifts: Shift[] = [];
    const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])));
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 100)); // buffered entries come with the next task
    observer.disconnect();
    const name = (node: Node | null) =>
      node instanceof Element
        ? node.outerHTML.slice(0, 120)
        : `'${node?.textContent}' in ${node?.parentElement?.outerHTML.slice(0, 120)}`;
    return shifts
      .filter(({ hadRecentInput, sources }) => !hadRecentInput && !sources.every(isWithinLine))
      .map(({ value, sources }) => `${value.toFixed(4)} ${sources.map((source) => name(source.node)).join(' | ')}`);
  });
  expect(moved, `layout shifts on ${page.url()}`).toEqual([]);
}

async function setTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    return new Promise(requestAnimationFrame);
  }, theme);
}

/** Turns transitions off: a colour halfway between two has too little contrast. */
async function stopFading(page: Page, isStopped: boolean): Promise<void> {
  await page.evaluate((stop) => {
    const sheets = document.adoptedStyleSheets;
    if (!stop) return void sheets.pop();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    sheets.push(sheet);
  }, isStopped);
}
