import type { RequestHandler } from 'express';
import { refuseWith } from './refusals/refusal.ts';

const BODY_MS = 60_000;

/**
 * Cuts off a sender whose body has not arrived after a minute. Node has only one limit for all requests, which must be
 * as long as the longest needs. The application may give a sender more time (`extendBodyTimeout`).
 */
export const bodyTimeout: RequestHandler = (request, response, next) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return next();
  const cut = () => {
    if (request.complete) return;
    refuseWith(request, response, { status: 408 });
    setTimeout(() => request.socket.destroy(), 500).unref(); // lets the answer be sent first
  };
  let timer = setTimeout(cut, BODY_MS).unref();
  request.once('close', () => clearTimeout(timer));
  // Reads on after an early answer: a sender who is cut off in the middle would miss the answer.
  response.once('finish', () => {
    if (!request.complete) request.removeAllListeners('data').resume();
  });
  response.locals.context.extendBodyTimeout = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(cut, ms).unref();
  };
  next();
};
