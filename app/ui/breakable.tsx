import { Fragment } from 'react';

/** Lets very long words break anywhere without a search for the best place: a word of 60,000 letters froze the page. */
export const breakable = (text: string) =>
  text.split(/(\S{500})/u).map((part, n) => (n % 2 ? <Fragment key={n}>{[part, <wbr key={n} />]}</Fragment> : part));
