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

/** Leaves of an html text only plain text mark-up and harmless links. Done when it is saved and again when it is shown. */
export const sanitiseHtml = (html: string): string => sanitizeHtml(html, options);
