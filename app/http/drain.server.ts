import type { IncomingMessage, Server } from 'node:http';
import net from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { perApp, type App } from '#db/app.ts';

// Timed for the balancers of docs/deploy. Those that poll `/readyz` stop within NOTICED_MS. nginx does not poll: within
// MARKED_MS a page gets no answer here, so nginx asks another process and avoids this one for 2 s. All close idle
// connections within DRAIN_MS. So no request is on its way when this process stops listening.
const NOTICED_MS = 1200;
const MARKED_MS = 700;
const DRAIN_MS = 2500;
const LOOK_MS = 50;
const QUIET_MS = 0.2;
const QUIET_WITHIN_MS = 1500; // under load no turn of the event loop is quiet, so the stop goes on

const WATCHED = new Set(['/healthz', '/readyz', '/metrics']);
const findState = perApp('drain', () => ({ isDraining: false }));

/** Pages are dropped while draining, so that the balancer asks another process; changes and health checks are not. */
export const shouldDrop = (app: App, { method, url = '' }: IncomingMessage): boolean =>
  findState(app).isDraining && (method === 'GET' || method === 'HEAD') && !WATCHED.has(url);

/**
 * Serves until the balancer sends no more requests: first all of them, then only those that change something, finally
 * only those on open connections.
 * @param sendAway makes open pages reconnect to another process
 */
export async function drain(app: App, server: Server, sendAway: () => void): Promise<void> {
  const start = performance.now();
  await sleep(NOTICED_MS);
  findState(app).isDraining = true;
  sendAway();
  await sleep(MARKED_MS);
  await acceptWaiting(server);
  net.Server.prototype.close.call(server); // HTTP's own `close` would also cut connections without a request
  while (performance.now() - start < DRAIN_MS && (await countConnections(server))) await sleep(LOOK_MS);
}

/**
 * Waits for a turn of the event loop without a new connection and with hardly any work. Node accepts one connection in
 * each turn; a client that is not accepted yet would be cut off, perhaps with a form.
 */
export async function acceptWaiting(server: Server): Promise<void> {
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

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
