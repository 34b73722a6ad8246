import { htmlToText } from 'html-to-text';
import { Parser } from 'htmlparser2';

// The parser's time grows with the square of the depth, and the conversion recurses. Mails of people stay far below.
const DEEPEST = 500;

/** Keeps the cells of a table apart, so that two loads are not read as one number. */
export function htmlText(html: string): string {
  if (isTooDeep(html)) return html.replace(/<[^<>]*>/g, ' ');
  const spaced = html.replace(/<\/t[dh]\b/gi, ' $&').replace(/<\/tr\b/gi, '<br>$&');
  return htmlToText(spaced, {
    wordwrap: false,
    limits: { maxDepth: DEEPEST },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
}

/** Asks the parser itself, because end tags that close nothing, comments and attributes would mislead a count of tags. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  const parser = new Parser({
    onopentag() {
      if (++depth > DEEPEST) parser.pause();
    },
    onclosetag: () => depth--,
  });
  parser.write(html);
  return depth > DEEPEST;
}
