import type { IncomingMessage, ServerResponse } from 'node:http';

const BODY_MS = 60_000;

/**
 * Cuts off a sender whose body has not arrived after a minute. Node's own limit is one for all requests, and so as long as
 * the longest needs.
 * @param late answers such a sender before the connection ends
 * @returns gives this sender a time of its own, in milliseconds from now; null for a request without a body
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  late: () => void,
): ((ms: number) => void) | null {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined)
    return null;
  const cut = () => {
    if (request.complete) return;
    if (!response.headersSent) late();
    setTimeout(() => request.socket.destroy(), 500).unref(); // the answer goes first
  };
  let timer = setTimeout(cut, BODY_MS).unref();
  request.once('close', () => clearTimeout(timer));
  // What an answer was given without is read all the same: cut off in the middle, the sender would miss the answer.
  response.once('finish', () => {
    if (!request.complete) request.removeAllListeners('data').resume();
  });
  return (ms) => {
    clearTimeout(timer);
    timer = setTimeout(cut, ms).unref();
  };
}
