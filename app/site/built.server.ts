import url from 'virtual:elements-url';
import taken from 'virtual:site-styles';
import type { StyleSheet } from '../render/critical-css.ts';

/** The address of the built `entry.elements.ts`. */
export const elementsUrl: string = url;

/** The font faces are here only: a second time, in the sheet, they would make the browser lay out the page anew. */
export const siteStyles: StyleSheet = { ...taken, made: new Map() };
