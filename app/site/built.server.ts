import { editInPlace, elements } from 'virtual:script-urls';
import taken from 'virtual:site-styles';
import type { StyleSheet } from '../render/critical-css.ts';

/** The address of the built `entry.elements.ts`. */
export const elementsUrl: string = elements;

/** Of the built `edit-in-place.ts`. */
export const editInPlaceUrl: string = editInPlace;

/** The font faces are here only: a second time, in the sheet, they would make the browser lay out the page anew. */
export const siteStyles: StyleSheet = { ...taken, made: new Map() };
