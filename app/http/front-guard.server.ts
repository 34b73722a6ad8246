import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { paths } from '../paths.ts';
import { log } from './log.server.ts';
import { refuseWith, type Refusal } from './refusals/refusal.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST']);
const READ_ONLY = new Set<string>([paths.events, '/healthz', '/readyz']);
/** The limit for a form without a file. */
export const FORM_BYTES = 64 * 1024;
/** Remix looks through all routes for each part of each path. Our pages ask about some 20 links. */
const MANIFEST_PARTS = 120;

/** `words` is the text for a larger body. */
export interface BodyLimit {
  bytes: number;
  words: Omit<Refusal, 'status'>;
  /** For services that post from elsewhere, with a password. */
  takesAnyOrigin?: true;
  withFiles?: Pick<BodyLimit, 'bytes' | 'words'>;
}
export type BodyLimits = (path: string) => BodyLimit | undefined;

export const frontGuard =
  (appUrl: string, limits: BodyLimits): RequestHandler =>
  (request, response, next) => {
    const { context } = response.locals;
    const refusal = findRefusal(request, appUrl, limits);
    if (!refusal) {
      context.bodyLimit = findLimit(request, limits);
      return next();
    }
    const { requestId } = context;
    if (refusal.status === 403)
      log.warn({ requestId, event: 'malicious_cors', accountId: null, outcome: 'refused' }, 'security event');
    refuseWith(request, response, refusal);
  };

export function findRefusal(request: IncomingMessage, appUrl: string, limits: BodyLimits): Refusal | null {
  const { method = '', url = '', httpVersion } = request;
  // Without one Node would answer without our headers. Of two it takes the first.
  const hosts = request.headersDistinct.host?.length ?? 0;
  if (hosts > 1 || (httpVersion === '1.1' && !hosts)) return { status: 400, headers: { Connection: 'close' } };
  const { expect } = request.headers;
  if (expect !== undefined && httpVersion === '1.1' && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect))
    return { status: 417, headers: { Connection: 'close' } };
  if (!METHODS.has(method)) return { status: 405, headers: { Allow: 'GET, HEAD, POST' } };
  const [path = ''] = url.split('?', 1);
  if (!isCleanPath(path)) return { status: 400 };
  if (method === 'POST' && READ_ONLY.has(path)) return { status: 405, headers: { Allow: 'GET, HEAD' } };
  // Remix answers data at `.data` addresses. Its own checks overlook the older `_data`, which may be spelled `%5Fdata`
  // or stand behind a second question mark.
  const query = url.slice(path.length + 1);
  if (/data|%/.test(query) && new URLSearchParams(query).has('_data')) return { status: 400 };
  if (path === '/__manifest' && query.split(/[/&]|%2F/i).length > MANIFEST_PARTS) return { status: 400 };
  const limit = findLimit(request, limits);
  const isOurs = limit?.takesAnyOrigin || isOwnOrigin((name) => String(request.headers[name] ?? ''), appUrl);
  if (method === 'POST' && !isOurs) return { status: 403 };
  if (Number(request.headers['content-length'] ?? 0) <= (limit?.bytes ?? FORM_BYTES)) return null;
  return { status: 413, ...limit?.words }; // the connection stays open, or the sender would miss the answer
}

function findLimit(request: IncomingMessage, limits: BodyLimits): BodyLimit | undefined {
  const [path = ''] = request.url!.split('?', 1);
  const limit = limits(path.endsWith('/') ? path.slice(0, -1) : path); // Remix treats both alike
  return isMultipart(request) ? (limit?.withFiles ?? limit) : limit;
}

export const isMultipart = ({ headers }: IncomingMessage): boolean =>
  /^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** No path of this site has empty or dot segments, backslashes, control characters or broken escapes. */
export function isCleanPath(path: string): boolean {
  if (!path.startsWith('/') || path.length > 2048) return false;
  try {
    return !/\/\/|\\|[\u0000-\u001f\u007f]|\/\.{1,2}(\/|$)/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Checks Sec-Fetch-Site, else Origin. Remix's own check has holes (`_data`, resource routes, X-Forwarded-Host). */
export function isOwnOrigin(header: (name: string) => string | null | undefined, appUrl: string): boolean {
  const site = header('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  return header('origin') === appUrl;
}

/** @returns null for a body longer than `FORM_BYTES`, whose rest is not read */
export async function readBody(body: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > FORM_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
