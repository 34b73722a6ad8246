import type { IncomingMessage, Server } from 'node:http';
import net from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { perApp, type App } from '#db/app.ts';

// Timed for the balancers of docs/deploy. Those that poll `/readyz` stop within NOTICED_MS. nginx does not poll: within
// MARKED_MS a page gets no answer from here, so nginx asks another process, and opens no connections here for 2 s. All close
// idle connections within LEAVE_MS. So no request is on its way when this process stops listening.
const NOTICED_MS = 1200;
const MARKED_MS = 700;
const LEAVE_MS = 2500;
const LOOK_MS = 50;
const QUIET_MS = 0.2;
const QUIET_WITHIN_MS = 1500; // under load no turn is quiet: the stop goes on anyway

const WATCHED = new Set(['/healthz', '/readyz', '/metrics']);
const findState = perApp('drain', () => ({ isGoing: false }));

/** While draining the balancer asks another process instead, except for changes and health checks. */
export const isLeftUnanswered = (app: App, { method, url = '' }: IncomingMessage): boolean =>
  findState(app).isGoing && (method === 'GET' || method === 'HEAD') && !WATCHED.has(url);

/**
 * Serves until the balancer sends nothing more: first all requests, then only those that change something, at last only
 * those on open connections.
 * @param sendAway makes open pages reconnect to another process
 */
export async function drain(app: App, server: Server, sendAway: () => void): Promise<void> {
  const start = performance.now();
  await sleep(NOTICED_MS);
  findState(app).isGoing = true;
  sendAway();
  await sleep(MARKED_MS);
  await untilNobodyWaits(server);
  net.Server.prototype.close.call(server); // HTTP's own `close` would also cut connections without a request
  while (performance.now() - start < LEAVE_MS && (await connectionsOf(server))) await sleep(LOOK_MS);
}

/**
 * Waits for a turn of the event loop without a new connection and with hardly any work. Node accepts one connection a
 * turn; a client that still waits would be cut off, perhaps with a form sent.
 */
export async function untilNobodyWaits(server: Server): Promise<void> {
  const latest = performance.now() + QUIET_WITHIN_MS;
  let cameIn = 0;
  const count = () => void cameIn++;
  server.on('connection', count);
  for (let start = performance.now(); start < latest; start = performance.now()) {
    const before = cameIn;
    await turn();
    if (cameIn === before && performance.now() - start < QUIET_MS) break;
  }
  server.off('connection', count);
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
