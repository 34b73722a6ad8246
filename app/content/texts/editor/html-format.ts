import { hasBlockTags } from '../html-blocks.ts';

export type Format = 'bold' | 'list' | 'link';

/** A change of what is typed: the text from `from` to `to` is replaced, and part of the new text is selected. */
export interface TextChange {
  from: number;
  to: number;
  text: string;
  selectFrom: number;
  selectTo: number;
}

/**
 * What a button of the toolbar makes of the selection.
 * @param value all that is typed
 */
export function formatted(format: Format, value: string, start: number, end: number): TextChange {
  return { bold, list: hasBlockTags(value) ? tagList : lineList, link }[format](value, start, end);
}

const STRONG = /^<strong>([^]*)<\/strong>$/;

/** Each line for itself, because a list item or paragraph ends with it; what is bold already is bold no more. */
function bold(value: string, from: number, to: number): TextChange {
  const chosen = value.slice(from, to);
  if (!chosen) return wrapped(from, to, '<strong>', 'bold text', '</strong>');
  const lines = chosen.split('\n');
  const isBold = lines.every((line) => !line.trim() || STRONG.test(content(line)));
  const text = lines
    .map((line) => {
      const words = content(line);
      return words && line.replace(words, () => (isBold ? words.replace(STRONG, '$1') : `<strong>${words}</strong>`));
    })
    .join('\n');
  return { from, to, text, selectFrom: from, selectTo: from + text.length };
}

/** A line without the sign of a list and the spaces around it. */
const content = (line: string) => line.replace(/^\s*- /, '').trim();

/** The lines of the selection become a list, or are none any more. */
function lineList(value: string, start: number, end: number): TextChange {
  const from = value.lastIndexOf('\n', start - 1) + 1;
  const next = value.indexOf('\n', end);
  const to = next < 0 ? value.length : next;
  const lines = value.slice(from, to).split('\n');
  const isList = lines.every((line) => !line.trim() || line.startsWith('- '));
  const hasWords = lines.some((line) => line.trim());
  const mark = (line: string) => (isList ? line.replace(/^- /, '') : line.trim() && `- ${content(line)}`);
  const text = hasWords ? lines.map(mark).join('\n') : '- ';
  const caret = from + text.length;
  return { from, to, text, selectFrom: start === end ? caret : from, selectTo: caret };
}

/** In a text with block tags a list needs them, too, and none stands within a paragraph: that is parted. */
function tagList(value: string, start: number, end: number): TextChange {
  const opened = value.lastIndexOf('<p>', start);
  const closed = value.indexOf('</p>', end);
  const isInside = opened >= 0 && closed >= 0 && !value.slice(opened, closed).includes('</p>') && start >= opened + 3;
  const chosen = value.slice(start, end);
  const items = chosen.split('\n').map(content).filter(Boolean);
  const [from, to] = isInside ? [opened, closed + '</p>'.length] : [start, end];
  const words = isInside ? value.slice(opened + 3, closed) : '';
  const at = isInside && chosen ? start - opened - 3 : words.length;
  const paragraph = (text: string) => (text.trim() ? `<p>${text.trim()}</p>` : '');
  const before = paragraph(words.slice(0, at));
  const after = paragraph(words.slice(at + chosen.length));
  const listed = (items.length ? items : ['list item']).map((item) => `<li>${item}</li>`).join('\n');
  const text = [before, `<ul>\n${listed}\n</ul>`, after].filter(Boolean).join('\n');
  const first = from + text.indexOf('<li>', before.length) + '<li>'.length;
  return {
    from,
    to,
    text,
    selectFrom: first,
    selectTo: items.length ? from + text.lastIndexOf('</li>', text.length - after.length) : first + 'list item'.length,
  };
}

/** The address is left to be typed, unless it is what was chosen. */
function link(value: string, from: number, to: number): TextChange {
  const chosen = value.slice(from, to).trim();
  const address = /^\S+@\S+\.\S+$/.test(chosen)
    ? `mailto:${chosen}`
    : /^(https?:\/\/|\/)\S+$/.test(chosen)
      ? chosen
      : '';
  if (address) return wrapped(from, to, `<a href="${address}">`, chosen, '</a>');
  return wrapped(from, to, '<a href="', 'https://', `">${chosen || 'link text'}</a>`);
}

const wrapped = (from: number, to: number, before: string, chosen: string, after: string): TextChange => ({
  from,
  to,
  text: before + chosen + after,
  selectFrom: from + before.length,
  selectTo: from + before.length + chosen.length,
});
