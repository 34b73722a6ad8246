import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { isOwnOrigin } from './origin-check.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST']);
const READ_ONLY = new Set(['/admin/events', '/events', '/healthz', '/readyz']);
/** The most bytes a form without a file may have. */
export const FORM_BYTES = 64 * 1024;

/**
 * Turns away what no page of this site would send, before any other work.
 * @param uploadLimit how many bytes a body for this path may have; null for the 64 KiB of a form
 * @returns the status to answer, or null to let it pass
 */
export function refuse(
  request: IncomingMessage,
  appUrl: string,
  uploadLimit: (path: string) => number | null,
): { status: number; headers?: Record<string, string> } | null {
  const { method = '', url = '', httpVersion } = request;
  // What Node would answer by itself, without our headers
  if (httpVersion === '1.1' && request.headers.host === undefined)
    return { status: 400, headers: { Connection: 'close' } };
  if (!METHODS.has(method)) return { status: 405, headers: { Allow: 'GET, HEAD, POST' } };
  const [path = ''] = url.split('?', 1);
  if (!isCleanPath(path)) return { status: 400 };
  if (method === 'POST' && READ_ONLY.has(path)) return { status: 405, headers: { Allow: 'GET, HEAD' } };
  // Remix answers single-fetch data at `.data` addresses; `_data` is an older way in, which its own checks overlook.
  // It is looked for as Remix does, in whatever dress (`%5Fdata`, behind a second question mark).
  if (path.length < url.length && new URLSearchParams(url.slice(path.length + 1)).has('_data')) return { status: 400 };
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
 * What a client is counted by: its address, or for IPv6 the network of 64 bits that the smallest customer has to choose
 * addresses from. Only as many proxies are believed as the operator named; everything further left in X-Forwarded-For is
 * the client's own claim.
 */
export const addressOf = (request: IncomingMessage, trustedHops: number): string =>
  networkOf(believedAddress(request, trustedHops));

function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left, right] = address.split('%', 1)[0]!.split('::') as [string, string?];
  const groups = left.split(':').filter(Boolean);
  const after = right?.split(':').filter(Boolean).length ?? 0;
  while (groups.length < 4 && groups.length + after < 8) groups.push('0');
  const network = [...groups, ...(right ?? '').split(':')].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return network.every((group) => group === '0') ? address : `${network.join(':')}::/64`; // ::1 and ::ffff:203.0.113.1
}

function believedAddress(request: IncomingMessage, trustedHops: number): string {
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
