import taken from 'virtual:site-styles';
import type { StyleSheet } from '../render/critical-css.ts';

/**
 * The public styles, of which each page carries those that it needs. The faces are here only: named once more in the sheet
 * that follows, they would make the browser lay out the whole page anew.
 */
export const siteStyles: StyleSheet = { ...taken, made: new Map() };
