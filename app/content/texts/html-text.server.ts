import { makeBlocks, makeLines, hasBlockTags } from './html-blocks.ts';
import { sanitiseHtml, STORED_SIGN } from './sanitise-html.server.ts';

/*
 * What is stored is what was typed, sanitised: the editor shows plain lines as plain lines again, and what they make can
 * change without the rows. They are turned once, when the texts are read into memory, so that pages cost no more.
 */

/** The HTML that an html text makes, safe to show; one with block tags is left as it is. */
export function makeHtml(value: string): string {
  const clean = sanitiseHtml(value);
  return hasBlockTags(clean) ? clean : sanitiseHtml(makeBlocks(clean));
}

const PLAIN: [RegExp, string][] = [
  [STORED_SIGN, '<'],
  [/&gt;/g, '>'],
  [/&amp;(?!#?\w+;)/g, '&'],
];

/**
 * An html text as people would type it: lines rather than paragraph tags, `Slings & shackles` rather than
 * `Slings &amp; shackles`, as long as a save of it shows the same.
 */
export function typedHtml(stored: string): string {
  const lines = (hasBlockTags(stored) && makeLines(stored)) || stored;
  const typed = PLAIN.reduce((text, [pattern, sign]) => text.replace(pattern, sign), lines);
  return sanitiseHtml(typed) === lines ? typed : lines;
}
