import { makeBlocks, makeLines, hasBlockTags } from './html-blocks.ts';
import { sanitiseHtml, STORED_SIGN } from './sanitise-html.server.ts';

/*
 * Texts are stored as they were typed, sanitised: the editor shows lines again, and what they make can change without
 * the rows. They become HTML when they are read into memory, so that pages cost no more.
 */

/** Safe to show. HTML with block tags stays as it is. */
export function makeHtml(value: string): string {
  const clean = sanitiseHtml(value);
  return hasBlockTags(clean) ? clean : sanitiseHtml(makeBlocks(clean));
}

const PLAIN: [RegExp, string][] = [
  [STORED_SIGN, '<'],
  [/&gt;/g, '>'],
  [/&amp;(?!#?\w+;)/g, '&'],
];

/** An html text as people would type it: lines for tags, `&` for `&amp;`, as long as a save of it shows the same. */
export function typedHtml(stored: string): string {
  const lines = (hasBlockTags(stored) && makeLines(stored)) || stored;
  const typed = PLAIN.reduce((text, [pattern, sign]) => text.replace(pattern, sign), lines);
  return sanitiseHtml(typed) === lines ? typed : lines;
}
