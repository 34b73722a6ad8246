import { htmlToText } from 'html-to-text';

// The parser's time grows with the square of the depth, and the conversion recurses. Mails of people stay far below.
const DEEPEST = 500;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Keeps the cells of a table apart, so that two loads are not read as one number. */
export function htmlText(html: string): string {
  if (measureDepth(html) > DEEPEST) return html.replace(/<[^<>]*>/g, ' ');
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

function measureDepth(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (slash) depth = Math.max(0, depth - 1);
    else if (!VOID.test(name!)) deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}
