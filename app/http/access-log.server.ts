import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { App } from '#db/app.ts';
import { paths } from '../paths.ts';
import { log } from './log.server.ts';
import { countRequest } from './metrics.server.ts';
import { countForTidying } from './memory/tidy-memory.ts';

const { invitation, reset } = paths.admin;
const LINKS = [invitation(''), reset(''), paths.preview('')];

/** The URL as the client sent it: `url` may have been rewritten. */
export const askedUrl = ({ url = '', originalUrl = url }: IncomingMessage & { originalUrl?: string }): string =>
  originalUrl;

export function logRequest(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  started: number,
) {
  const { method = '' } = request;
  const url = askedUrl(request);
  const path = withoutSecrets(url.split('?', 1)[0]!);
  const ms = performance.now() - started;
  const status = response.headersSent ? response.statusCode : 499; // the client went before the answer
  countForTidying();
  log.info({ requestId, method, path, status, ms: Math.round(ms) }, 'request');
  if (path !== paths.events) countRequest(app, method, path, status, ms);
}

/** Matches our tokens by their length, which nothing else in an address has, and email addresses with what is around them. */
const SECRET = /(?<![\w-])[\w-]{43}(?![\w-])|(?<=^|\/)[^/@]*@[^/]*/g;

/** Keeps tokens, which give access, and people's addresses out of logs, however the address around one is spelled. */
export function withoutSecrets(path: string): string {
  const decoded = path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const plain = decoded
    .replace(/^\w+:\/\/[^/]*/, '')
    .replace(/\/(?:\.?\/)+/g, '/')
    .toLowerCase();
  const link = LINKS.find((each) => plain.startsWith(each));
  if (link) return `${link}...`;
  return decoded.search(SECRET) < 0 ? path : decoded.replace(SECRET, '...');
}

export const accessLog: RequestHandler = (request, response, next) => {
  const started = performance.now();
  const { app, requestId } = response.locals.context;
  response.once('close', () => logRequest(app, request, response, requestId!, started));
  next();
};
