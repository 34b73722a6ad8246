import { editInPlace, elements } from 'virtual:script-urls';
import taken from 'virtual:site-styles';
import type { StyleSheet } from '../render/critical-css.ts';

export const elementsUrl: string = elements;
export const editInPlaceUrl: string = editInPlace;

/** Without font faces, which are in the page: a second time they would make the browser lay it out anew. */
export const siteStyles: StyleSheet = { ...taken, cache: new Map() };
