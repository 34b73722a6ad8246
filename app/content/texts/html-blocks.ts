/** Whether tags make an html text's paragraphs and lists; otherwise its lines do. */
export const hasBlockTags = (html: string): boolean => /<(?:p|ul|ol|li|h3|h4|blockquote)[\s>]/i.test(html);

const ITEM = /^\s*- (?=.*\S)/;
const TAG = /<(\/?)([a-z]+)(?![a-z])[^<>]*>/g;

/**
 * Makes HTML of plain lines: blank ones separate paragraphs, those with `- ` make a list. A tag that is open at the end
 * of a line is closed there, and opened again in the next.
 * @param html sanitised, with inline tags only
 */
export function makeBlocks(html: string): string {
  const blocks: { tag: 'p' | 'ul'; lines: string[] }[] = [];
  let open: string[] = [];
  let isNew = true;
  for (const line of html.split(/\r\n?|\n/)) {
    const before = open;
    open = openAfter(line, before);
    const isBlank = !/\S/.test(line.replace(/<(?!br\b)[^<>]*>/g, ''));
    if (isBlank) {
      isNew = true;
      continue;
    }
    const tag = ITEM.test(line) ? 'ul' : 'p';
    const whole = before.join('') + line.replace(ITEM, '').trim() + closing(open);
    const last = blocks.at(-1);
    if (last?.tag === tag && (tag === 'ul' || !isNew)) last.lines.push(whole);
    else blocks.push({ tag, lines: [whole] });
    isNew = false;
  }
  return blocks
    .map(({ tag, lines }) =>
      tag === 'p' ? `<p>${lines.join('\n')}</p>` : `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`,
    )
    .join('\n');
}

/** The reverse of `makeBlocks`; null where only tags can say it. */
export function makeLines(html: string): string | null {
  const blocks = Array.from(html.matchAll(/<(p|ul)>([^]*?)<\/\1>/g), ([, tag, inside]) =>
    tag === 'p'
      ? inside!.trim()
      : Array.from(inside!.matchAll(/<li>([^]*?)<\/li>/g), ([, item]) => `- ${item!.trim()}`).join('\n'),
  );
  const typed = blocks.join('\n\n');
  return !hasBlockTags(typed) && withoutGaps(makeBlocks(typed)) === withoutGaps(html) ? typed : null;
}

const GAPS = /(?<=<\/?(?:p|ul|li)>)\s+|(?<!\s)\s+(?=<\/?(?:p|ul|li)>)/g;
const withoutGaps = (html: string) => html.replace(GAPS, '').trim();

function openAfter(line: string, before: string[]): string[] {
  const open = [...before];
  for (const [tag, end, name] of line.matchAll(TAG)) {
    if (name === 'br') continue;
    if (end) open.pop();
    else open.push(tag);
  }
  return open;
}

const closing = (open: string[]) => open.reduceRight((tags, tag) => `${tags}</${/\w+/.exec(tag)![0]}>`, '');
