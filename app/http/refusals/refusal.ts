import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorTexts } from './error-texts.ts';
import { isDelayedByUs } from '../memory/pipelining.ts';
import { readTheme, type Theme } from '../theme.ts';
import { createHash } from 'node:crypto';
import { palette } from '../../schemas/colours.ts';

/** An error answer of the HTTP shell. Without texts it has those of its status. */
export interface Refusal {
  status: number;
  headers?: Record<string, string>;
  title?: string;
  text?: string;
  link?: { href: string; label: string };
}

const HOME = { href: '/', label: 'Return to Home' };

export function refuseWith(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) return;
  const { status, headers } = refusal;
  const [title, text] = errorTexts(status);
  const theme = readTheme(request.headers.cookie ?? null);
  const page = refusalPage({ title, text, ...refusal }, theme, String(response.getHeader('x-request-id')));
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': refusalPolicy,
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : page);
}

const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers bytes that are not HTTP, or too slow. There is no response object, so it writes to the socket. */
export function onClientError(headers: [name: string, value: string][]) {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return function answer(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isDelayedByUs(socket, () => answer(error, socket))) return;
    const running = (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage;
    if (!socket.writable || error.code === 'ECONNRESET' || running?.headersSent) return void socket.destroy();
    const status = STATUS[error.code ?? ''] ?? 400;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Content-Length: 0\r\nConnection: close\r\n\r\n`;
    socket.end(head, () => socket.destroy());
  };
}

// The site's colours and shapes, without the application.
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

const refusalPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** No argument is escaped, so each must be our own text. @param reference finds the request in the log */
function refusalPage({ title, text, link = HOME }: Refusal, theme: Theme, reference: string): string {
  return `<!DOCTYPE html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${CSS}</style></head>
<body><main><img src="/mark.svg" alt="" width="56" height="56"><h1>${title}</h1><p>${text}</p>
<a href="${link.href}">${link.label}</a><small>Reference: ${reference}</small></main></body></html>
`;
}
