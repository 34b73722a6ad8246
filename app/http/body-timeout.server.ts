import type { RequestHandler } from 'express';
import { places } from './memory/concurrency-limit.ts';
import { refuseWith } from './refusals/refusal.ts';

const BODY_MS = 60_000;
/** Who was given more time has to send so many bytes in each half minute. */
const PACE = { bytes: 30 * 1024, ms: 30_000 };
/** Bodies that have begun to arrive: each may hold 64 KiB of memory. */
const bodies = { perKey: 64, inAll: 2000 };
const tooManyForms = {
  status: 429,
  headers: { 'Retry-After': '60', Connection: 'close' },
  text: 'Many forms are on their way from your network. Nothing was sent: go back in your browser and try again in a minute.',
};

/**
 * Cuts off a sender whose body has not arrived after a minute. Node has only one limit for all requests, which must be
 * as long as the longest needs. The application may give a sender more time (`extendBodyTimeout`).
 */
export function bodyTimeout(): RequestHandler {
  const takePlace = places(bodies);
  return (request, response, next) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return next();
    const { context } = response.locals;
    const cut = (refusal = { status: 408 }) => {
      if (request.complete) return;
      refuseWith(request, response, refusal);
      setTimeout(() => request.socket.destroy(), 500).unref(); // lets the answer be sent first
    };
    if (!takePlace(context.clientAddress ?? '', request)) return cut(tooManyForms);
    let timer = setTimeout(cut, BODY_MS).unref();
    let pace: NodeJS.Timeout | undefined;
    request.once('close', () => {
      clearTimeout(timer);
      clearInterval(pace);
    });
    // Reads on after an early answer: a sender who is cut off in the middle would miss the answer.
    response.once('finish', () => {
      if (!request.complete) request.removeAllListeners('data').resume();
    });
    context.extendBodyTimeout = (ms) => {
      clearTimeout(timer);
      timer = setTimeout(cut, ms).unref();
      let read = request.socket.bytesRead;
      pace = setInterval(() => {
        if (request.socket.bytesRead - read < PACE.bytes) cut();
        read = request.socket.bytesRead;
      }, PACE.ms).unref();
    };
    next();
  };
}
