import { expect, type Page } from '@playwright/test';

export const WIDTHS = [1440, 768, 360];

/** Fails where the page scrolls sideways or cuts off a word, at the widths of phones and desktops. */
export async function expectFits(page: Page, widths = WIDTHS): Promise<void> {
  const size = page.viewportSize()!;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(tooWide), `too wide at ${width} px on ${page.url()}`).toEqual([]);
  }
  await page.setViewportSize(size);
}

/**
 * Lists what is wider than the screen, its table cell or a box that hides the rest. Ellipses, boxes that scroll and, on
 * staff pages, clamped lines are intended.
 */
function tooWide(): string[] {
  const found = new Set<string>();
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.add(`the page: ${scrollWidth} px`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (!width || !text.nodeValue!.trim()) continue;
    if (!text.parentElement!.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const slide = text.parentElement!.closest('[aria-roledescription="slide"]')?.getBoundingClientRect();
    if (slide && (Math.abs(slide.left) > 1 || Math.abs(slide.width - innerWidth) > 1)) continue; // not the current slide, or not yet resized
    const say = (why: string) => found.add(`${why}: ${text.parentElement!.outerHTML.slice(0, 160)}`);
    let isMeant = false;
    for (let box = text.parentElement!; box !== document.body && !isMeant; box = box.parentElement!) {
      const style = getComputedStyle(box);
      const own = box.getBoundingClientRect();
      const isForReaders = own.width <= 1 && own.height <= 1;
      if (isForReaders || /auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis') isMeant = true;
      else if (Number(style.webkitLineClamp) > 0 && location.pathname.startsWith('/admin')) isMeant = true;
      else if (style.display === 'table-cell' && right > own.right + 1) say('leaves its cell');
      else if (style.overflowX !== 'visible' && (right > own.right + 1 || left < own.left - 1)) say('cut off');
      else if (style.overflowY !== 'visible' && (bottom > own.bottom + 1 || top < own.top - 1)) say('cut off below');
      if (style.position === 'fixed') break;
    }
    if (!isMeant && (right > innerWidth + 1 || left < -1)) say(`reaches ${Math.round(right)} px`);
  }
  return [...found].slice(0, 8);
}
