import { readStyleSheet } from '../http/page-styles.ts';
import css from './site.css?inline';

/** The public styles, of which each page carries those that it needs. */
export const siteStyles = readStyleSheet(css);
