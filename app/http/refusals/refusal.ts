import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorTexts } from './error-texts.ts';
import { isHeldUp } from '../memory/pipelining.ts';
import { refusalPage, refusalPolicy } from './refusal-page.ts';
import { readTheme } from '../theme.ts';

/** An answer of the HTTP shell; its default words are those of its status. */
export interface Refusal {
  status: number;
  headers?: Record<string, string>;
  title?: string;
  text?: string;
  way?: { href: string; label: string };
}

/** Does nothing if an answer has begun. */
export function refuseWith(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) return;
  const { status, headers, way = { href: '/', label: 'Return to Home' } } = refusal;
  const [title, text] = errorTexts(status);
  const page = refusalPage({
    title,
    text,
    ...refusal,
    way,
    theme: readTheme(request.headers.cookie ?? null),
    reference: response.getHeader('x-request-id') as string,
  });
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': refusalPolicy,
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : page);
}

const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers what is no HTTP, or too slow; there is no response object, so it is written by hand. */
export function onClientError(headers: [name: string, value: string][]) {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return function answer(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isHeldUp(socket, () => answer(error, socket))) return;
    const running = (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage;
    if (!socket.writable || error.code === 'ECONNRESET' || running?.headersSent) return void socket.destroy();
    const status = STATUS[error.code ?? ''] ?? 400;
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Content-Length: 0\r\nConnection: close\r\n\r\n`,
      () => socket.destroy(),
    );
  };
}
