import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { makeHtml, typedHtml } from '#app/content/texts/html-text.server.ts';
import { sanitiseHtml } from '#app/content/texts/sanitise-html.server.ts';
import { pageTexts } from '#db/starting-content/page-texts.ts';
import { closeReader, findForbidden, hostileHtml } from '../support/find-forbidden.ts';

afterAll(closeReader);

describe('an html text made of plain lines', () => {
  it.each([
    ['one line', 'We lift.', '<p>We lift.</p>'],
    ['a blank line between paragraphs', 'One\n\nTwo', '<p>One</p>\n<p>Two</p>'],
    ['a line that only looks blank', 'One\n \t\nTwo', '<p>One</p>\n<p>Two</p>'],
    ['several blank lines', '\n\nOne\n\n\n\nTwo\n', '<p>One</p>\n<p>Two</p>'],
    ['a line break within a paragraph', 'One\nmore of it', '<p>One\nmore of it</p>'],
    ['line ends of other systems', 'One\r\n\r\n- a\r- b', '<p>One</p>\n<ul><li>a</li><li>b</li></ul>'],
    ['a list', '- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['a list with air in it', '- a\n\n- b', '<ul><li>a</li><li>b</li></ul>'],
    [
      'a list between paragraphs',
      'We do:\n- a\n- b\nAnd more.',
      '<p>We do:</p>\n<ul><li>a</li><li>b</li></ul>\n<p>And more.</p>',
    ],
    ['a dash without a space, or alone', '-5 °C\n-\n', '<p>-5 °C\n-</p>'],
    ['mark-up within lines', 'One <strong>two</strong><br>three', '<p>One <strong>two</strong><br />three</p>'],
    ['a list with links', '- <a href="/about">a</a>', '<ul><li><a href="/about">a</a></li></ul>'],
    ['bold over paragraphs', '<b>One\n\nTwo</b> three', '<p><b>One</b></p>\n<p><b>Two</b> three</p>'],
    ['bold that ends after a blank line', '<b>One\n\n</b>\nTwo', '<p><b>One</b></p>\n<p>Two</p>'],
    ['signs of HTML', 'Slings & shackles\n\n5 < 6', '<p>Slings &amp; shackles</p>\n<p>5 &lt; 6</p>'],
    ['tags that are dropped', '<div>One</div>\n\n<script>hit()</script>Two', '<p>One</p>\n<p>Two</p>'],
    ['nothing', ' \n\n', ''],
  ])('%s', (_, typed, html) => {
    expect(makeHtml(typed)).toBe(html);
    expect(makeHtml(sanitiseHtml(typed))).toBe(html); // as stored
  });

  it.each([
    '<p>One</p>\n\nTwo\n- a',
    '<ul><li>a</li></ul>\n\n- b',
    'One\n\n<h3>Two</h3>',
    '<blockquote>One</blockquote>\n\n- b',
  ])('is none where there is a block tag: %j stays as it is', (html) => expect(makeHtml(html)).toBe(html));

  it('is not among the starting texts', () => {
    for (const { contentType, contentValue } of pageTexts)
      if (contentType === 'html') expect(makeHtml(contentValue)).toBe(contentValue);
  });
});

it('open tags in a text of many lines do not multiply', () =>
  expect(makeHtml('<b>a\n'.repeat(1900)).length).toBeLessThan(400_000));

const shown = (html: string) =>
  makeHtml(html)
    .replace(/\s*(<\/?(?:p|ul|li)>)\s*/g, '$1')
    .trim();
describe('whatever is typed into an html text', () => {
  it('is shown as the sanitiser leaves it, and shows the same when typed again', () => {
    fc.assert(
      fc.property(hostileHtml, (typed) => {
        const html = makeHtml(typed);
        expect(findForbidden(html)).toEqual([]);
        expect(sanitiseHtml(html)).toBe(html);
        expect(makeHtml(html)).toBe(html);
        expect(makeHtml(sanitiseHtml(typed))).toBe(html);
      }),
      { numRuns: 1500 },
    );
  });

  it('says the same words, line by line', () => {
    const line = fc.array(fc.constantFrom('lift', '<b>', '</b>', '<a href="/about">', '</a>', ' & ', '5 < 6', ' '), {
      maxLength: 6,
    });
    const lines = fc.array(fc.tuple(fc.constantFrom('', '- '), line), { maxLength: 8 });
    const withoutLinks = (html: string) => html.replace(/<\/?[ab]\b[^>]*>/g, ''); // also bold: both stand within words
    const words = (html: string) =>
      withoutLinks(html)
        .replace(/<[^>]*>/g, ' ')
        .match(/\S+/g) ?? [];
    fc.assert(
      fc.property(lines, (all) => {
        const texts = all.map(([dash, parts]) => [dash, parts.join('')] as const);
        const plain = texts.map(([, text]) => text).join('\n');
        expect(words(makeHtml(texts.map((each) => each.join('')).join('\n'))).filter((word) => word !== '-')).toEqual(
          words(sanitiseHtml(plain)),
        );
      }),
    );
  });

  it('returns to the editor, and shows the same after another save', () => {
    fc.assert(
      fc.property(hostileHtml, (typed) => {
        const stored = sanitiseHtml(typed);
        expect(shown(sanitiseHtml(typedHtml(stored)))).toBe(shown(stored));
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    'Slings & shackles\n\n- 5 < 6 > 2\n- A&B',
    'One &amp;amp; two',
    'Type &lt;b> for bold',
    'Slings with SWL <Oct 2027 stay in service.\n\n- a point',
  ])('reads as it was typed: %j', (typed) => expect(typedHtml(sanitiseHtml(typed))).toBe(typed));
});
