import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { listLeftOut, sanitiseHtml } from '#app/content/texts/sanitise-html.server.ts';
import { closeReader, findForbidden, hostileHtml } from '../support/find-forbidden.ts';
import { htmlPayloads } from '../support/html-payloads.ts';

afterAll(closeReader);

describe('what is taken out', () => {
  it.each(htmlPayloads)('%s', (payload) => {
    const clean = sanitiseHtml(payload);
    expect(findForbidden(clean)).toEqual([]);
    expect(clean.toLowerCase()).not.toMatch(/<\s*(script|style|svg|math|img|iframe|form|object)/);
    expect(clean).not.toContain('evil.example');
    expect(sanitiseHtml(clean)).toBe(clean);
  });

  it('the test would notice it', () =>
    expect(htmlPayloads.filter((payload) => findForbidden(payload).length).length).toBeGreaterThan(60));
});

describe('what stays', () => {
  it.each([
    '<p>We lift <strong>safely</strong>, <em>always</em>.</p>',
    '<h3>Gear</h3><ul><li>Slings</li><li>Shackles</li></ul><ol><li>First</li></ol>',
    '<blockquote>Stop the lift.</blockquote>',
    '<p><a href="https://example.com/a?b=1&amp;c=2#d">there</a></p>',
    '<p><a href="mailto:info@example.com">mail</a> <a href="tel:+18685550142">call</a> <a href="/about">here</a></p>',
    '<p>5 &lt; 6 &amp; 7 &gt; 2</p>',
    'SWL &lt;Oct 2027 stay in service. 5&lt;b, a &lt;b c',
    'Plain text – with dashes, “quotes” and é',
  ])('%s', (html) => expect(sanitiseHtml(html)).toBe(html));

  it.each([
    ['SWL <Oct 2027 stay', 'SWL &lt;Oct 2027 stay'],
    ['load <b 5 t <b>bold</b>', 'load &lt;b 5 t <b>bold</b>'],
    ['x <b', 'x &lt;b'],
    ['<unknown>x</unknown>', '&lt;unknown&gt;x&lt;/unknown&gt;'],
    ['5 <6, a</b ,<!x', '5 &lt;6, a&lt;/b ,&lt;!x'],
    ['a <b class="x>y</b>', 'a &lt;b class="x&gt;y'],
    ['<div class="x">One <span>two</span></div> three', 'One two three'],
    ['<a href="www.example.com/a">x</a>', '<a href="https://www.example.com/a">x</a>'],
    ['<a href=" /a b ">x</a>', '<a href="/a%20b">x</a>'],
  ])('what begins no whole tag, as text, and what can be mended: %s', (typed, html) =>
    expect(sanitiseHtml(typed)).toBe(html),
  );
});

describe('what is left out', () => {
  it.each([
    ['<p>One <a href="/about">two</a></p>', []],
    ['SWL <Oct 2027', []],
    ['<div style="x"><p class="y">a</p></div>', ['<div>', 'class of <p>']],
    ['<a href="example.com">a</a>', ['the link to example.com']],
    ['<script>hit()</script>', ['<script>']],
  ])('of %s is told', (typed, leftOut) => expect(listLeftOut(typed)).toEqual(leftOut));

  it('is not listed where tags stand deeper than ten', () => {
    expect(listLeftOut('<b>a\n'.repeat(10))).toEqual([]);
    expect(listLeftOut('<b>a\n'.repeat(11))).toBeNull();
    expect(listLeftOut('<b>a\n'.repeat(1900))).toBeNull();
  });
});

describe('whatever is typed', () => {
  it('keeps every word of a text without tags', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', 'a', 'Oct', ' ', '/', '"', '=', 'b', '!', '-', '\n', '5') }),
        (text) => {
          const shown = sanitiseHtml(text)
            .replace(/&lt;/g, '<')
            .replace(/&gt;/g, '>')
            .replace(/&quot;/g, '"')
            .replace(/&amp;/g, '&');
          expect(shown).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('nothing harmful is left, and cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(hostileHtml, (html) => {
        const clean = sanitiseHtml(html);
        expect(findForbidden(clean)).toEqual([]);
        expect(sanitiseHtml(clean)).toBe(clean);
      }),
      { numRuns: 1500 },
    );
  });
});
