import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { paths } from '../paths.ts';
import { log } from './log.server.ts';
import { countRequest } from './metrics.server.ts';
import { tidyMemoryAfterRushes } from './tidy-memory.ts';

const countForTidying = tidyMemoryAfterRushes();
/** What stands in a link that was mailed opens the door: it is in no log. */
const SECRET = /^(\/(?:admin\/(?:invite|reset)|preview)\/).+/i;
const STREAMS = new Set<string>([paths.events, paths.admin.events]);

/** Writes the line of an answered request and counts it. @param started a `performance.now()` */
export function logRequest(request: IncomingMessage, response: ServerResponse, requestId: string, started: number) {
  const { method = '', url = '' } = request;
  const path = url.split('?', 1)[0]!.replace(SECRET, '$1...');
  const ms = performance.now() - started;
  countForTidying();
  log.info({ requestId, method, path, status: response.statusCode, ms: Math.round(ms) }, 'request');
  if (!STREAMS.has(path)) countRequest(method, path, response.statusCode, ms);
}

/** Writes a line for each request when its answer is over. */
export const accessLog: RequestHandler = (request, response, next) => {
  const started = performance.now();
  response.once('close', () => logRequest(request, response, response.locals.context.requestId!, started));
  next();
};
