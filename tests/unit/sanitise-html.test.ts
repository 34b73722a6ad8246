import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { sanitiseHtml } from '#app/page-content/sanitise-html.server.ts';
import { closeReader, offences, soup } from '../support/html-offences.ts';
import { htmlPayloads } from '../support/html-payloads.ts';

afterAll(closeReader);

describe('what is taken out', () => {
  it.each(htmlPayloads)('%s', (payload) => {
    const clean = sanitiseHtml(payload);
    expect(offences(clean)).toEqual([]);
    expect(clean.toLowerCase()).not.toMatch(/<\s*(script|style|svg|math|img|iframe|form|object)/);
    expect(clean).not.toContain('evil.example');
    expect(sanitiseHtml(clean)).toBe(clean);
  });

  it('would have been seen', () => {
    expect(htmlPayloads.filter((payload) => offences(payload).length).length).toBeGreaterThan(60);
  });
});

describe('what stays', () => {
  it.each([
    '<p>We lift <strong>safely</strong>, <em>always</em>.</p>',
    '<h3>Gear</h3><ul><li>Slings</li><li>Shackles</li></ul><ol><li>First</li></ol>',
    '<blockquote>Stop the lift.</blockquote>',
    '<p><a href="https://example.com/a?b=1&amp;c=2#d">there</a></p>',
    '<p><a href="mailto:info@example.com">mail</a> <a href="tel:+18685550142">call</a> <a href="/about">here</a></p>',
    '<p>5 &lt; 6 &amp; 7 &gt; 2</p>',
    'Plain text – with dashes, “quotes” and é',
  ])('%s', (html) => expect(sanitiseHtml(html)).toBe(html));

  it('the text around and inside tags that go', () => {
    expect(sanitiseHtml('<div class="x">One <span>two</span></div> three')).toBe('One two three');
  });

  it('a space in an address, as %20', () => {
    expect(sanitiseHtml('<a href=" /a b ">x</a>')).toBe('<a href="/a%20b">x</a>');
  });
});

describe('whatever is typed', () => {
  it('nothing harmful is left, and cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const clean = sanitiseHtml(html);
        expect(offences(clean)).toEqual([]);
        expect(sanitiseHtml(clean)).toBe(clean);
      }),
      { numRuns: 1500 },
    );
  });
});
