/**
 * Colours for what no style sheet of ours reaches: mails, the manifest, the bar of a phone's browser, pictures.
 * `ui/tokens.css` has them under the same names, and a test compares the two.
 */
export const palette = {
  white: '#ffffff',
  navy950: '#061525',
  navy900: '#0b2239',
  steel600: '#41607e',
  steel300: '#a9bfd4',
  mist100: '#e8eef4',
  amber400: '#fbb43c',
  amber500: '#f59e0b',
  warning600: '#b8430b',
} as const;

/** Colours of mails only, which have no dark theme. */
export const mailPalette = {
  text: '#1a2433',
  link: '#0b5cad',
  mark: '#f5a524',
  ground: '#f4f6f9',
  line: '#c9d4e0',
} as const;
