import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { findNetwork } from '../client-address.ts';

/** How many requests one address may send ahead on all its connections: about 60 MiB of memory. */
const MOST_AHEAD = 20_000;
const HEADER_MS = 5000;

/** The requests that one connection has sent ahead. */
interface Queue {
  ahead: number;
  address: string;
  pauseAgain: () => void;
  /** Ends the connection if the next header is late once it is resumed. */
  cut: (() => void) | null;
  timer?: NodeJS.Timeout;
}
const queues = new Map<Duplex, Queue>();
const aheadByAddress = new Map<string, number>();

/**
 * Node starts all requests that a client sends ahead (pipelining) at once, up to 2,000 in 64 KiB. Here they run one
 * after another, and later ones stay in the socket.
 */
export const oneAtATime =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    clearTimeout(queues.get(request.socket)?.timer);
    if (response.socket) answer(request, response);
    else enqueue(request, response, answer);
  };

/** Whether a header is late because we paused the connection. @param cut called if it is still late afterwards */
export function isDelayedByUs(socket: Duplex, cut: () => void): boolean {
  const queue = queues.get(socket);
  if (!queue?.ahead) return false;
  queue.cut = cut;
  return true;
}

/** Runs a request after the ones before it: Node then gives its response the socket. */
function enqueue(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
  const { socket } = request;
  const queue = queues.get(socket) ?? addQueue(socket);
  if (!queue.ahead) {
    socket.pause();
    socket.on('resume', queue.pauseAgain); // Node resumes it for earlier requests
  }
  if (count(queue, 1) > MOST_AHEAD) return void socket.destroy();
  response.once('socket', () => {
    count(queue, -1);
    if (!queue.ahead) resumeReading(socket, queue);
    setImmediate(() => socket.destroyed || answer(request, response)); // other connections run in between
  });
}

function addQueue(socket: Socket): Queue {
  const address = findNetwork(socket.remoteAddress ?? '');
  const queue: Queue = { ahead: 0, address, pauseAgain: () => void socket.pause(), cut: null };
  queues.set(socket, queue);
  socket.once('close', () => {
    count(queue, -queue.ahead);
    queues.delete(socket);
  });
  return queue;
}

function resumeReading(socket: Socket, queue: Queue): void {
  socket.off('resume', queue.pauseAgain);
  socket.resume();
  if (queue.cut) queue.timer = setTimeout(queue.cut, HEADER_MS).unref();
  queue.cut = null;
}

function count(queue: Queue, requests: number): number {
  queue.ahead += requests;
  const all = (aheadByAddress.get(queue.address) ?? 0) + requests;
  if (all > 0) aheadByAddress.set(queue.address, all);
  else aheadByAddress.delete(queue.address);
  return all;
}
