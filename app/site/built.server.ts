import taken from 'virtual:site-styles';
import type { StyleSheet } from '../render/critical-css.ts';

export { elements as elementsUrl, editInPlace as editInPlaceUrl } from 'virtual:script-urls';

/** Without font faces, which are in the page: a second time they would make the browser lay it out anew. */
export const siteStyles: StyleSheet = { ...taken, cache: new Map() };
