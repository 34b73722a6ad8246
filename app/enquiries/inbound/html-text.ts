import { htmlToText } from 'html-to-text';
import { Parser } from 'htmlparser2';

// The parser's time grows with the square of the depth, and the conversion recurses. Mails of people stay far below.
const DEEPEST = 500;
/** Each of these is dealt with again at each line or word in it, so that many in one another take minutes and gigabytes. */
const REPEATED = /^(blockquote|ol|ul|a)$/;
const MOST_REPEATS = 1_000_000; // a thread of 40 answers in one another has a third of it
const [TAG_REPEATS, TEXT_REPEATS] = [0.5, 0.125]; // for each tag, opening or closing, and each character

const MOST_TAGS = 40_000; // opening and closing, which take 0.2 s; the longest threads have fewer

export const newBudget = () => ({ repeats: MOST_REPEATS, tags: MOST_TAGS });

/**
 * Keeps the cells of a table apart, so that two loads are not read as one number.
 * @param budget what all parts of a mail may cost together
 */
export function htmlText(html: string, budget = newBudget()): string {
  if (isTooMuch(html, budget)) return html.replace(/<\/?(?:br|div|li|p|tr)\b[^<>]*>/gi, '\n').replace(/<[^<>]*>/g, ' ');
  const spaced = html.replace(/<\/t[dh]\b/gi, ' $&').replace(/<\/tr\b/gi, '<br>$&');
  return htmlToText(spaced, {
    wordwrap: false,
    limits: { maxDepth: DEEPEST },
    formatters: {
      // The converter has no Roman numbers from 4000 on.
      list(elem, walk, builder, options) {
        const start = /^\d{1,4}$/.exec(elem.attribs.start)?.[0] ?? '1';
        elem.attribs = { start, type: Number(start) + elem.children.length < 4000 ? elem.attribs.type : '1' };
        builder.options.formatters.orderedList!(elem, walk, builder, options);
      },
    },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'ol', format: 'list' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
}

/** Asks the parser itself, because end tags that close nothing, comments and attributes would mislead a count of tags. */
function isTooMuch(html: string, budget: ReturnType<typeof newBudget>): boolean {
  let depth = 0;
  let around = 0;
  const isOver = () => depth > DEEPEST || budget.repeats < 0 || budget.tags < 0;
  const count = (repeats: number) => {
    budget.repeats -= around * repeats;
    if (isOver()) parser.pause();
  };
  const step = (by: 1 | -1) => (name: string) => {
    depth += by;
    budget.tags--;
    if (REPEATED.test(name)) around += by;
    count(TAG_REPEATS);
  };
  const ontext = (text: string) => count(text.length * TEXT_REPEATS);
  const parser = new Parser({ onopentag: step(1), onclosetag: step(-1), ontext });
  parser.write(html);
  return isOver();
}
