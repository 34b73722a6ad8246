import sanitizeHtml from 'sanitize-html';

const ABSOLUTE = /^(?:https?:\/\/[^/\\]|mailto:|tel:)/i;
const FROM_ROOT = /^\/(?![/\\])/; // not //host or /\host, which lead to another site
const WEB = /^www\.[^\s/.]+\.\S/i; // as people write it

/**
 * A link that may stand in a text: web, mail, telephone, or a root-relative address of this site.
 * @returns it without the control characters that browsers ignore; undefined for any other
 */
function safeHref(href: string | undefined): string | undefined {
  const bare = href?.replace(/[\u0000-\u001f\u007f]+/g, '').trim();
  const address = bare && WEB.test(bare) ? `https://${bare}` : bare;
  return address && (ABSOLUTE.test(address) || FROM_ROOT.test(address)) ? address.replaceAll(' ', '%20') : undefined;
}

const allowedTags = ['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'blockquote'];
/** Deeper than any text needs; each plain line repeats all tags that are open. */
const MOST_DEEP = 10;

const options: sanitizeHtml.IOptions = {
  allowedTags,
  nestingLimit: MOST_DEEP,
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Their content is no text of the page, or follows other rules than HTML's: it goes with the tag.
  nonTextTags:
    'style script textarea option noscript title xmp iframe noembed noframes plaintext template svg math'.split(' '),
  enforceHtmlBoundary: false,
  transformTags: {
    a: (tagName, { href }) => {
      const safe = safeHref(href);
      return { tagName, attribs: safe ? { href: safe } : ({} as sanitizeHtml.Attributes) };
    },
  },
};

/** Names of elements, allowed or removed. Any other word after a `<` is text: `SWL <Oct 2027`. */
const elements =
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote
  body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img
  input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter nav nobr
  noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rp rt ruby s samp
  script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea
  tfoot th thead time title tr track tt u ul var video wbr xmp`.split(/\s+/);
const KNOWN = `(?:${elements.join('|')})(?![\\w:-])`;
/** A `<` that begins neither a whole tag of a known element nor a comment. */
const PLAIN_SIGN = new RegExp(`<(?!/?${KNOWN}(?:[^<>"']|"[^"]*"|'[^']*')*>|!--[^]*?-->)`, 'gi');
/** The same in stored HTML, where a tag that was typed as text must stay text. */
export const STORED_SIGN = new RegExp(`&lt;(?!/?${KNOWN}|[!?])`, 'gi');

const cleaned = (html: string) => sanitizeHtml(html.replace(PLAIN_SIGN, '&lt;'), options);

const MOST_PASSES = 10;

/**
 * Leaves only text mark-up and harmless links. It runs on each save and again before a text is shown, and until nothing
 * changes: misplaced tags come out misplaced in another way, so that the page would differ from the stored text.
 */
export function sanitiseHtml(html: string): string {
  let clean = cleaned(html);
  for (let pass = 1, before = html; pass < MOST_PASSES && clean !== before; pass++)
    [before, clean] = [clean, cleaned(clean)];
  return clean;
}

/** What the sanitiser removes, in words for staff; null where tags are nested too deep. */
export function listLeftOut(html: string): string[] | null {
  const leftOut = new Set<string>();
  let depth = 0;
  let deepest = 0;
  sanitizeHtml(html.replace(PLAIN_SIGN, '&lt;'), {
    ...options,
    onOpenTag: (name, attributes) => {
      deepest = Math.max(deepest, ++depth);
      const { href, ...others } = attributes;
      if (!allowedTags.includes(name)) leftOut.add(`<${name}>`);
      else for (const each of Object.keys(others)) leftOut.add(`${each} of <${name}>`);
      if (name === 'a' && href !== undefined && !safeHref(href)) leftOut.add(`the link to ${href || 'nowhere'}`);
    },
    onCloseTag: () => void depth--,
  });
  return deepest > MOST_DEEP ? null : [...leftOut];
}
