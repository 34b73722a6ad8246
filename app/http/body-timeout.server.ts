import type { RequestHandler } from 'express';
import { limitConcurrency } from './memory/concurrency-limit.ts';
import { findArriving } from './node-server.server.ts';
import { refuseWith, type Refusal } from './refusals/refusal.ts';

const BODY_MS = 60_000;
/** A sender that gets more time must send this many bytes in each half minute. */
const PACE = { bytes: 30 * 1024, ms: 30_000 };
const tooManyForms = {
  status: 429,
  headers: { 'Retry-After': '60', Connection: 'close' },
  text: 'Many forms are on their way from your network. Nothing was sent: go back in your browser and try again in a minute.',
};

/** Cuts a body off after a minute. Node's own limit has to allow the longest upload. */
export function bodyTimeout(): RequestHandler {
  const takeSlot = limitConcurrency({ perKey: 64, inAll: 2000 }); // each body may hold 64 KiB of memory
  return (request, response, next) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return next();
    const { context } = response.locals;
    const cut = (refusal: Refusal = { status: 408 }) => {
      if (request.complete) return;
      refuseWith(request, response, refusal);
      setTimeout(() => request.socket.destroy(), 500).unref(); // the answer is sent first
    };
    if (!takeSlot(context.clientAddress ?? '', request)) return cut(tooManyForms);
    let timer = setTimeout(cut, BODY_MS).unref();
    let pace: NodeJS.Timeout | undefined;
    const arriving = findArriving(context.app).add(cut);
    request.once('close', () => {
      arriving.delete(cut);
      clearTimeout(timer);
      clearInterval(pace);
    });
    // Read on after an early answer, or the sender would miss it.
    response.once('finish', () => {
      if (!request.complete) request.removeAllListeners('data').resume();
    });
    context.extendBodyTimeout = (ms) => {
      if (request.closed) return;
      clearTimeout(timer);
      clearInterval(pace);
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
