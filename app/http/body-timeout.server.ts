import type { RequestHandler } from 'express';
import { refuseWith } from './refusal.ts';

const BODY_MS = 60_000;

/**
 * Cuts off a sender whose body has not arrived after a minute. Node's own limit is one for all requests, and so as long as
 * the longest needs. The application may give a sender a time of its own (`extendBodyTimeout`).
 */
export const bodyTimeout: RequestHandler = (request, response, next) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return next();
  const cut = () => {
    if (request.complete) return;
    refuseWith(request, response, { status: 408 });
    setTimeout(() => request.socket.destroy(), 500).unref(); // the answer goes first
  };
  let timer = setTimeout(cut, BODY_MS).unref();
  request.once('close', () => clearTimeout(timer));
  // What an answer was given without is read all the same: cut off in the middle, the sender would miss the answer.
  response.once('finish', () => {
    if (!request.complete) request.removeAllListeners('data').resume();
  });
  response.locals.context.extendBodyTimeout = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(cut, ms).unref();
  };
  next();
};
