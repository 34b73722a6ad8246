import type { IncomingMessage, Server } from 'node:http';
import net from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

// What is agreed with the balancers of docs/deploy: within NOTICED_MS they have seen `/readyz` say no; one that asks nobody
// how he is (nginx) learns in MARKED_MS from a page that it does not get, and asks for again elsewhere, to open no more
// connections for 2 s; and a connection that nobody uses they close themselves within LEAVE_MS. So no request is on its
// way when this process closes its door, or a connection.
const NOTICED_MS = 1200;
const MARKED_MS = 700;
const LEAVE_MS = 2500;
const LOOK_MS = 50;
const QUIET_MS = 0.2;
const MOST_TURNS = 1000;

const WATCHED = new Set(['/healthz', '/readyz', '/metrics']);
let isGoing = false;

/**
 * Whether a request is to be cut off before anything is done about it, so that a balancer asks another process: from some
 * time before the door closes. Only what changes nothing, and may be asked for again; and not what watches this process.
 */
export const isLeftUnanswered = ({ method, url = '' }: IncomingMessage): boolean =>
  isGoing && (method === 'GET' || method === 'HEAD') && !WATCHED.has(url);

/**
 * Serves on until a balancer in front sends nothing more: at first everything, then what is not left unanswered, at last
 * only on connections that are open.
 * @param sendAway lets the open pages come back to another process
 * @returns when the connections may be closed
 */
export async function takeLeave(server: Server, sendAway: () => void): Promise<void> {
  const start = performance.now();
  await sleep(NOTICED_MS);
  isGoing = true;
  sendAway();
  await sleep(MARKED_MS);
  await untilNobodyWaits(server);
  net.Server.prototype.close.call(server); // HTTP's own would cut the unused connections as well
  while (performance.now() - start < LEAVE_MS && (await connectionsOf(server))) await sleep(LOOK_MS);
}

/**
 * Waits for a turn of the event loop in which nobody came in, and hardly anything was done. Node lets in one connection a
 * turn; whoever still waited at the door would be cut off, perhaps with a form sent.
 */
export async function untilNobodyWaits(server: Server): Promise<void> {
  let cameIn = 0;
  const count = () => void cameIn++;
  server.on('connection', count);
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const start = performance.now();
    const before = cameIn;
    await turn();
    if (cameIn === before && performance.now() - start < QUIET_MS) break;
  }
  server.off('connection', count);
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
