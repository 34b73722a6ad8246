import type { IncomingMessage } from 'node:http';
import { isOwnOrigin } from './origin-check.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST']);
const READ_ONLY = new Set(['/admin/events', '/events', '/healthz', '/readyz']);
const FORM_BYTES = 64 * 1024;

/**
 * Turns away what no page of this site would send, before any other work.
 * @param limits how many bytes a body for this path may have beyond the 64 KiB of a form
 * @returns the status to answer, or null to let it pass
 */
export function refuse(
  request: IncomingMessage,
  appUrl: string,
  uploadLimit: (path: string) => number | null,
): { status: number; headers?: Record<string, string> } | null {
  const { method = '', url = '' } = request;
  if (!METHODS.has(method)) return { status: 405, headers: { Allow: 'GET, HEAD, POST' } };
  const [path = '', query = ''] = url.split('?', 2);
  if (!isCleanPath(path)) return { status: 400 };
  if (method === 'POST' && READ_ONLY.has(path)) return { status: 405, headers: { Allow: 'GET, HEAD' } };
  // Remix answers single-fetch data at `.data` addresses; `_data` is an older way in, which its own checks overlook
  if (/(^|&)_data(=|&|$)/.test(query)) return { status: 400 };
  if (method === 'POST' && !isOwnOrigin((name) => header(request, name), appUrl)) return { status: 403 };
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > (uploadLimit(path) ?? FORM_BYTES)) return { status: 413 }; // not closed: the sender would miss the answer
  return null;
}

const header = (request: IncomingMessage, name: string) => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** No path of this site has empty or dot segments, backslashes, control characters or broken escapes. */
function isCleanPath(path: string): boolean {
  if (!path.startsWith('/') || path.length > 2048) return false;
  try {
    const decoded = decodeURIComponent(path);
    return !/\/\/|\\|[\u0000-\u001f\u007f]|\/\.{1,2}(\/|$)/.test(decoded);
  } catch {
    return false;
  }
}

/**
 * The client's address. Only as many proxies are believed as the operator named; everything further left in
 * X-Forwarded-For is the client's own claim.
 */
export function addressOf(request: IncomingMessage, trustedHops: number): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  if (trustedHops === 0) return direct;
  const chain = [
    ...String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean),
    direct,
  ];
  return chain[Math.max(0, chain.length - 1 - trustedHops)] ?? direct;
}
