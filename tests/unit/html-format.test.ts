import { describe, expect, it } from 'vitest';
import { formatted, type Format } from '#app/content/texts/editor/html-format.ts';

/** Presses a button: `[` and `]` stand for the ends of the selection, before and after. */
function press(format: Format, marked: string): string {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  const value = marked.replace('[', '').replace(']', '');
  const { from, to, text, selectFrom, selectTo } = formatted(format, value, start, end);
  const after = value.slice(0, from) + text + value.slice(to);
  return `${after.slice(0, selectFrom)}[${after.slice(selectFrom, selectTo)}]${after.slice(selectTo)}`;
}

describe('the toolbar of an html text', () => {
  it.each([
    ['bold', 'We [lift] it', 'We [<strong>lift</strong>] it'],
    ['bold', 'We [<strong>lift</strong>] it', 'We [lift] it'],
    ['bold', 'We []', 'We <strong>[bold text]</strong>'],
    ['bold', '[One\n\n- Two]', '[<strong>One</strong>\n\n- <strong>Two</strong>]'],
    ['bold', '[ $& ]', '[ <strong>$&</strong> ]'],
    ['list', 'One\nT[w]o\nThree', 'One\n[- Two]\nThree'],
    ['list', 'One\nTwo[]', 'One\n- Two[]'],
    ['list', '[One\n\nTwo]', '[- One\n\n- Two]'],
    ['list', '[- One\n- Two]', '[One\nTwo]'],
    ['list', 'One\n\n[]', 'One\n\n- []'],
    ['list', '<p>One</p>\n[]', '<p>One</p>\n<ul>\n<li>[list item]</li>\n</ul>'],
    ['list', '<p>O[]ne</p><p>Two</p>', '<p>One</p>\n<ul>\n<li>[list item]</li>\n</ul><p>Two</p>'],
    ['list', '<p>[One\nTwo]</p>', '<ul>\n<li>[One</li>\n<li>Two]</li>\n</ul>'],
    ['list', '<p>One [two] three</p>', '<p>One</p>\n<ul>\n<li>[two]</li>\n</ul>\n<p>three</p>'],
    ['link', 'See [this]', 'See <a href="[https://]">this</a>'],
    ['link', 'See []', 'See <a href="[https://]">link text</a>'],
    ['link', '[info@example.com]', '<a href="mailto:info@example.com">[info@example.com]</a>'],
    ['link', '[/about]', '<a href="/about">[/about]</a>'],
  ] as const)('%s: %j becomes %j', (format, before, after) => expect(press(format, before)).toBe(after));
});
