import type { Server } from 'node:http';
import net from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

// What is agreed with the balancers of docs/deploy: within NOTICED_MS they have seen `/readyz` say no, or they try another
// process when this one takes no connection; and a connection that nobody uses they close themselves within LEAVE_MS. So
// no request is on its way when this process closes it.
const NOTICED_MS = 1200;
const LEAVE_MS = 2500;
const LOOK_MS = 50;
const QUIET_MS = 0.2;
const MOST_TURNS = 1000;

/**
 * Serves on until a balancer in front sends nothing more. After half of it only on connections that are open.
 * @param sendAway lets the open pages come back to another process
 * @returns when the connections may be closed
 */
export async function takeLeave(server: Server, sendAway: () => void): Promise<void> {
  const start = performance.now();
  await sleep(NOTICED_MS);
  sendAway();
  await quietTurn();
  net.Server.prototype.close.call(server); // HTTP's own would cut the unused connections as well
  while (performance.now() - start < LEAVE_MS && (await connectionsOf(server))) await sleep(LOOK_MS);
}

/**
 * Waits for a turn of the event loop in which hardly anything is done: whoever has connected by then has been taken in.
 * Who still waited at the door would be cut off, perhaps with a form sent.
 */
async function quietTurn(): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const start = performance.now();
    await turn();
    if (performance.now() - start < QUIET_MS) return;
  }
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
