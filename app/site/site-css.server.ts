import { readStyleSheet } from '../http/page-styles.ts';
import fonts from '../ui/fonts.css?inline';
import css from './site.css?inline';

/**
 * The public styles, of which each page carries those that it needs. The faces are here only: named once more in the sheet
 * that follows, they would make the browser lay out the whole page anew.
 */
export const siteStyles = readStyleSheet(css + fonts);
