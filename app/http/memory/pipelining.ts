import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { findNetwork } from '../client-address.ts';

/** That one address may have sent ahead on all its connections: some 60 MiB of memory. */
const MOST_AHEAD = 20_000;
const HEADER_MS = 5000;

/** What one connection has sent ahead. */
interface Line {
  ahead: number;
  address: string;
  pauseAgain: () => void;
  /** Ends the connection if the next header is late after the wait. */
  cut: (() => void) | null;
  timer?: NodeJS.Timeout;
}
const lines = new Map<Duplex, Line>();
const aheadOf = new Map<string, number>();

/**
 * Node starts all requests that a client sends ahead (pipelining) at once, 2,000 for 64 KiB. Here they wait for one
 * another, and what comes after them stays in the socket.
 */
export const oneAtATime =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    clearTimeout(lines.get(request.socket)?.timer);
    if (response.socket) answer(request, response);
    else wait(request, response, answer);
  };

/** Whether a header is late because we paused the connection. @param cut called if it is still late afterwards */
export function isHeldUp(socket: Duplex, cut: () => void): boolean {
  const line = lines.get(socket);
  if (!line?.ahead) return false;
  line.cut = cut;
  return true;
}

/** Node gives a response its socket when the answers before it are sent. */
function wait(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
  const { socket } = request;
  const line = lines.get(socket) ?? addLine(socket);
  if (!line.ahead) {
    socket.pause();
    socket.on('resume', line.pauseAgain); // Node resumes it for the requests before
  }
  if (count(line, 1) > MOST_AHEAD) return void socket.destroy();
  response.once('socket', () => {
    count(line, -1);
    if (!line.ahead) letGo(socket, line);
    setImmediate(() => socket.destroyed || answer(request, response)); // lets other connections come in between
  });
}

function addLine(socket: Socket): Line {
  const address = findNetwork(socket.remoteAddress ?? '');
  const line: Line = { ahead: 0, address, pauseAgain: () => void socket.pause(), cut: null };
  lines.set(socket, line);
  socket.once('close', () => {
    count(line, -line.ahead);
    lines.delete(socket);
  });
  return line;
}

function letGo(socket: Socket, line: Line): void {
  socket.off('resume', line.pauseAgain);
  socket.resume();
  if (line.cut) line.timer = setTimeout(line.cut, HEADER_MS).unref();
  line.cut = null;
}

function count(line: Line, requests: number): number {
  line.ahead += requests;
  const all = (aheadOf.get(line.address) ?? 0) + requests;
  if (all > 0) aheadOf.set(line.address, all);
  else aheadOf.delete(line.address);
  return all;
}
