import css from './site.css?inline';

/** The public styles, which travel inside the page: a style sheet of its own would cost a second round trip. */
export const siteCss: string = css;
