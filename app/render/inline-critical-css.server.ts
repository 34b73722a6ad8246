import { stylesFor, type StyleSheet } from './critical-css.ts';

/**
 * Puts the styles that a page needs inside it, where a style sheet would cost a round trip, and all of them would not fit
 * into the first one.
 * @param html a page with an empty style element, the first thing that carries the nonce
 */
export function withCriticalCss(html: string, nonce: string, sheet: StyleSheet): string {
  const place = `nonce="${nonce}"></style>`;
  const at = html.indexOf(place);
  if (at < 0) return html;
  const inside = at + place.length - '</style>'.length;
  return html.slice(0, inside) + stylesFor(html, sheet) + html.slice(inside);
}
