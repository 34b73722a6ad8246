import sanitizeHtml from 'sanitize-html';

const ABSOLUTE = /^(?:https?:\/\/[^/\\]|mailto:|tel:)/i;
const FROM_ROOT = /^\/(?![/\\])/; // not //host or /\host, which lead to another site

/**
 * A link as it may stand in a text: the web, mail, telephone, or an address of this site from its root.
 * @returns it without the control characters that browsers overlook; undefined if it leads anywhere else
 */
function safeHref(href: string | undefined): string | undefined {
  const bare = href?.replace(/[\u0000-\u001f\u007f]+/g, '').trim();
  return bare && (ABSOLUTE.test(bare) || FROM_ROOT.test(bare)) ? bare.replaceAll(' ', '%20') : undefined;
}

const options: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'blockquote'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // What is inside these is no text of the page, or is read by other rules than HTML's: it goes with the tag.
  nonTextTags: [
    'style',
    'script',
    'textarea',
    'option',
    'noscript',
    'title',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'plaintext',
    'template',
    'svg',
    'math',
  ],
  enforceHtmlBoundary: false,
  transformTags: {
    a: (tagName, { href }) => {
      const safe = safeHref(href);
      return { tagName, attribs: safe ? { href: safe } : ({} as sanitizeHtml.Attributes) };
    },
  },
};

const MOST_PASSES = 10;

/**
 * Leaves of an html text only plain text mark-up and harmless links. Done when it is saved and again when it is shown,
 * and until it changes nothing: tags in the wrong places come out in other wrong places, so that what is stored would not
 * be what is shown.
 */
export function sanitiseHtml(html: string): string {
  let clean = sanitizeHtml(html, options);
  for (let pass = 1, before = html; pass < MOST_PASSES && clean !== before; pass++)
    [before, clean] = [clean, sanitizeHtml(clean, options)];
  return clean;
}
