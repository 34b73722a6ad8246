import http, { type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './client-address.ts';
import { oneAtATime } from './memory/pipelining.ts';
import { places } from './memory/concurrency-limit.ts';
import { onClientError } from './refusals/refusal.ts';
import { cutSlowReaders } from './memory/slow-readers.ts';

/** More than an office behind one address opens. */
const MOST_CONNECTIONS = 1000;

/**
 * Makes Node's HTTP server with the limits that every connection has.
 * @param answer answers each request, also one with an expectation that nobody can meet
 * @param headers of every answer, for those that are written by hand
 * @param requestMs the longest that any request may take to arrive
 * @param isBehindProxy whose connections these are: it has to see to how many one address opens
 */
export function nodeServer(
  answer: RequestListener,
  headers: [string, string][],
  requestMs: number,
  isBehindProxy: boolean,
): http.Server {
  const server = http.createServer(
    {
      headersTimeout: 5000,
      requestTimeout: requestMs, // for all; most have a minute, which `bodyTimeout` sees to
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false, // the front guard does, and answers with our headers
    },
    oneAtATime(answer),
  );
  const takeConnection = places({ perKey: MOST_CONNECTIONS });
  if (!isBehindProxy)
    server.on('connection', (socket: Socket) => {
      if (!takeConnection(networkOf(socket.remoteAddress ?? ''), socket)) socket.destroy();
    });
  server.on('checkExpectation', oneAtATime(answer));
  server.on('clientError', onClientError(headers));
  cutSlowReaders(server);
  return server;
}
