import type { PageContent } from '../../entities/content.ts';

/**
 * A text as a new database starts with it. `name` is what people call it, after its page, as in 'Home: hero heading'. A `list`
 * holds one item a line. `contact` values are plain: the site makes telephone and mail links of them. A `picture` says what
 * it shows on its first line and has the key of its files on the second.
 */
type Text = [type: PageContent['contentType'], name: string, value: string];

/** Texts that stand together on a page, by their section keys, in its order. */
export interface TextSection {
  name: string;
  texts: Record<string, Text>;
}

export const section = (name: string, texts: TextSection['texts']): TextSection => ({ name, texts });

/**
 * What search engines get of a public page; while they are empty, what the page has built in.
 * @param page its name, where it has no tab of its own
 */
export const found = (prefix: string, page = ''): TextSection =>
  section(page ? `${page}: search and sharing` : 'Search and sharing', {
    [`${prefix}_title`]: ['text', `${page.toLowerCase()} title in searches`.trim(), ''],
    [`${prefix}_description`]: ['text', `${page.toLowerCase()} description in searches`.trim(), ''],
    [`${prefix}_picture`]: ['picture', `${page.toLowerCase()} picture when shared`.trim(), ''],
  });

export const lines = (...items: string[]): string => items.join('\n');
