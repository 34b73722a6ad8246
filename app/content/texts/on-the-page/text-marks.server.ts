import { pageTexts as all } from '#db/starting-content/page-texts.ts';
import { listItems } from '../list-items.tsx';
import type { PageName } from '../page-content.schema.ts';
import type { Texts } from '../page-content.server.ts';

/*
 * Private-use characters mark where each text stands on a page, so that no page has to say it: START and one that names
 * the text before it, END after it. The finished HTML has elements in their place, or nothing.
 */
const START = '\ue000';
const END = '\ue001';
const FIRST = 0xe100; // from here to the end of the range: names of texts
const MARKS = /\ue000[\ue100-\uf8ff]|\ue001/g;
const MARKED = /\ue000([\ue100-\uf8ff])([^\ue000\ue001]*)\ue001/g;

/** For editing: the texts of a page with their marks. A picture has none, as it is not words. */
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

/** Elements that hold no others, and the tags themselves. */
const NO_PLACE = /<(script|style|title|template|option|button)\b[^]*?<\/\1>|<[^<>]+>/g;
const LINK = /<a\b([^>]*)>((?:(?!<\/a>)[^])*)<\/a>/g;

/** Puts an element in place of each marked text, or of each of its items. @returns the HTML, and its texts */
export function outlineTexts(html: string, elementOf: (tab: PageName, key: string, inside: string) => string) {
  const shown = new Set<string>();
  const outlined = html
    .replace(NO_PLACE, withoutMarks)
    // A link would go to another page, and could not hold one to its editor.
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
