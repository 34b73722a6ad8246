import { Window } from 'happy-dom';
import fc from 'fast-check';
import { htmlPayloads } from './html-payloads.ts';

const allowed = new Set('p br strong b em i ul ol li a h3 h4 blockquote'.split(' '));
const window = new Window();

export const closeReader = () => window.happyDOM.close();

/** Lists the elements and attributes that sanitised html must not contain. */
export function findForbidden(html: string): string[] {
  const { body } = new window.DOMParser().parseFromString(`<body>${html}`, 'text/html');
  return [...body.querySelectorAll('*')].flatMap((element) => {
    const tag = element.tagName.toLowerCase();
    return [
      ...(allowed.has(tag) ? [] : [`<${tag}>`]),
      ...[...element.attributes]
        .filter(({ name, value }) => !(tag === 'a' && name === 'href' && isHarmless(value ?? '')))
        .map(({ name, value }) => `${tag} ${name}=${value}`),
    ];
  });
}

/** Follows the address as a browser does, because its beginning can deceive. */
function isHarmless(href: string): boolean {
  const base = new URL('https://site.example/deep/page');
  const url = new URL(href, base);
  if (url.origin === base.origin) return href.startsWith('/') || href.startsWith(base.origin);
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) && /^(https?:\/\/|mailto:|tel:)/i.test(href);
}

const spaced = (piece: string) => piece.replace('_', ' ');
const pieces = fc.oneof(
  fc.constantFrom(...htmlPayloads),
  fc.constantFrom(...`< > " ' & </ <!-- --> <a_href= &# ; <p _on = / \\ \t \n \n\n \n-_`.split(' ').map(spaced)),
  fc.constantFrom(...'<svg> </svg> <math> <style> </style> <textarea> <b> </b> <ul> <li> <br>'.split(' ')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
export const hostileHtml = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
