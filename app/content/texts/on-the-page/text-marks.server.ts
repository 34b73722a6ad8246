import { pageTexts as all } from '#db/starting-content/page-texts.ts';
import { listItems } from '../list-items.ts';
import type { PageName } from '../page-content.schema.ts';
import type { Texts } from '../page-content.server.ts';

/*
 * Where each text stands on a page, so that no page has to say it: around it are characters for private use, of which
 * the one after the first names the text. The finished HTML has elements in their place, or nothing.
 */
const START = '\ue000';
const END = '\ue001';
const FIRST = 0xe100; // the names, up to the end of the range
const MARKS = /\ue000[\ue100-\uf8ff]|\ue001/g;
const MARKED = /\ue000([\ue100-\uf8ff])([^\ue000\ue001]*)\ue001/g;

/** For editors who asked for it: the texts of a page with their marks. A picture has none, as it is no words. */
export function markTexts(page: PageName, texts: Texts): Texts {
  const marked = { ...texts };
  for (const [index, { pageName, sectionKey, contentType }] of all.entries()) {
    const value = texts[sectionKey];
    if (pageName !== page || !value || contentType === 'picture') continue;
    const mark = (part: string) => START + String.fromCharCode(FIRST + index) + part + END;
    marked[sectionKey] = contentType === 'list' ? listItems(value).map(mark).join('\n') : mark(value);
  }
  return marked;
}

export const withoutMarks = (html: string): string => html.replace(MARKS, '');

/** What holds no elements, and the tags themselves. */
const NO_PLACE = /<(script|style|title|template|option|button)\b[^]*?<\/\1>|<[^<>]+>/g;
const LINK = /<a\b([^>]*)>((?:(?!<\/a>)[^])*)<\/a>/g;

/**
 * Puts an element in the place of each marked text.
 * @param elementOf makes it of the HTML of the text, or of one item of it
 * @returns the HTML, and which texts it shows
 */
export function outlineTexts(html: string, elementOf: (tab: PageName, key: string, inside: string) => string) {
  const shown = new Set<string>();
  const outlined = html
    .replace(NO_PLACE, withoutMarks)
    // A link to another page would go there, and could hold none to its editor.
    .replace(LINK, (link, attributes: string, inside: string) => {
      if (!inside.includes(START)) return link;
      const tag = /<(?:h\d|p)\b/.test(inside) ? 'div' : 'span';
      return `<${tag}${/ class="[^"]*"/.exec(attributes)?.[0] ?? ''}>${inside}</${tag}>`;
    })
    .replace(MARKED, (_, name: string, inside: string) => {
      const text = all[name.charCodeAt(0) - FIRST];
      if (!text) return inside; // somebody typed it
      const { pageName, sectionKey } = text;
      shown.add(`${pageName}.${sectionKey}`);
      return elementOf(pageName, sectionKey, inside);
    });
  return { html: withoutMarks(outlined), shown };
}
