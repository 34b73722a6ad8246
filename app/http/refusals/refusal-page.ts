import { createHash } from 'node:crypto';
import { palette } from '../../schemas/colours.ts';
import type { Theme } from '../theme.ts';

// The site's colours and shape; this page needs nothing of the application.
const { white, navy950, navy900, steel600, steel300, mist100, amber400, amber500, warning600 } = palette;
const DARK = `--bg:${navy950};--text:${mist100};--muted:${steel300};--focus:${amber400};color-scheme:dark`;
const CSS = `:root{--bg:${white};--text:${navy900};--muted:${steel600};--focus:${warning600};color-scheme:light}
[data-theme=dark]{${DARK}}
@media(prefers-color-scheme:dark){[data-theme=system]{${DARK}}}
html{background:var(--bg);color:var(--text);font:1.0625rem/1.6 Inter,system-ui,sans-serif}
main{max-width:34rem;min-height:100dvh;margin:auto;padding:3rem 1.25rem;box-sizing:border-box;display:flex;flex-direction:column;align-items:flex-start;justify-content:center;gap:1.25rem}
h1,p{margin:0}h1{font-size:1.875rem;line-height:1.15}
a{background:${amber500};color:${navy950};border-radius:2px;padding:.7rem 1.2rem;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
small{color:var(--muted)}`;

export const refusalPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of a refusal. Every argument must be our own words. @param reference finds the request in the log */
export function refusalPage(props: {
  title: string;
  text: string;
  way: { href: string; label: string };
  theme: Theme;
  reference: string;
}): string {
  const { title, text, way, theme, reference } = props;
  return `<!DOCTYPE html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${CSS}</style></head>
<body><main><img src="/mark.svg" alt="" width="56" height="56"><h1>${title}</h1><p>${text}</p>
<a href="${way.href}">${way.label}</a><small>Reference: ${reference}</small></main></body></html>
`;
}
