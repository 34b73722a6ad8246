import http, { type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { perApp, type App } from '#db/app.ts';
import { requireUnusedDataDir } from '#db/connection.ts';
import type { Env } from '../env.server.ts';
import { findNetwork } from './client-address.ts';
import { oneAtATime } from './memory/pipelining.ts';
import { limitConcurrency } from './memory/concurrency-limit.ts';
import { onClientError, type Refusal } from './refusals/refusal.ts';

/** More connections than an office behind one address opens. */
const MOST_CONNECTIONS = 1000;
const STALLED_MS = 60_000;
const LOOK_MS = 5000;

/**
 * @param headers of answers that are written without a response object
 * @param requestMs the longest that any request may take to arrive
 * @param isBehindProxy whether a proxy limits the connections of an address
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
      requestTimeout: requestMs, // `bodyTimeout` gives most requests a minute
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false, // the front guard requires it, and answers with our headers
    },
    oneAtATime(answer),
  );
  const takeConnection = limitConcurrency({ perKey: MOST_CONNECTIONS });
  if (!isBehindProxy)
    server.on('connection', (socket: Socket) => {
      if (!takeConnection(findNetwork(socket.remoteAddress ?? ''), socket)) socket.destroy();
    });
  server.on('checkExpectation', oneAtATime(answer));
  const refuse = onClientError(headers);
  server.on('clientError', refuse);
  server.on('connect', (_request, socket) => refuse(new Error('no proxy'), socket));
  cutSlowReaders(server);
  return server;
}

/** Resets the connection of a client that has read nothing for a minute: the kernel keeps 2 MiB of a closed one. */
function cutSlowReaders(server: http.Server): void {
  const readers = new Map<Socket, { taken: number; since: number }>();
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: NaN, since: 0 }); // `since` counts once something waits
    socket.once('close', () => readers.delete(socket));
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, reader] of readers) {
      const taken = socket.writableLength ? socket.bytesWritten - socket.writableLength : NaN; // NaN: nothing waits
      if (taken !== reader.taken) Object.assign(reader, { taken, since: now });
      else if (now - reader.since >= STALLED_MS) socket.resetAndDestroy();
    }
  }, LOOK_MS).unref();
  server.once('close', () => clearInterval(look));
}

const REFUSED_MS = 200;
const restarting = {
  status: 503,
  headers: { Connection: 'close' },
  text: 'The site is just being restarted. Nothing was sent: go back in your browser and try again in a minute.',
};
/** Answers requests whose bodies are still coming in. */
export const findArriving = perApp('arriving bodies', () => new Set<(refusal: Refusal) => void>());

/** Closes the door and waits for the running requests. @param served the end of the wait */
export async function endRequests(app: App, server: http.Server, served: Promise<void>): Promise<void> {
  const closed = new Promise((resolve) => http.Server.prototype.close.call(server, resolve));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, served]);
  for (const refuse of findArriving(app)) refuse(restarting);
  await Promise.race([closed, sleep(REFUSED_MS, undefined, { ref: false })]);
  clearInterval(idle);
}

/** Runs before the database is touched: a port in use is the more common mistake. */
export async function checkPort(env: Env): Promise<void> {
  const probe = http.createServer();
  await listen(probe, env).catch(async (error: unknown) => {
    await requireUnusedDataDir(env);
    throw error;
  });
  await new Promise((resolve) => probe.close(resolve));
}

/** @throws Error that names the wrong setting */
export function listen(server: http.Server, { PORT, HOST }: Pick<Env, 'PORT' | 'HOST'>): Promise<void> {
  const explain = ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EADDRINUSE') return `PORT: ${PORT} is in use by another program`;
    if (code === 'EACCES') return `PORT: this account may not listen on ${PORT}`;
    return `HOST: this machine cannot listen on ${HOST ?? 'all interfaces'} (${code})`;
  };
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(explain(error))));
    server.listen({ port: PORT, host: HOST }, resolve);
  });
}
