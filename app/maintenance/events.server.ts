import type { IncomingMessage, ServerResponse } from 'node:http';
import { onKnownVersion } from '#db/known.ts';
import { siteStatus } from './site-status.server.ts';

const HEARTBEAT_MS = 25_000;
const MAX_STREAMS = 20_000;
const MAX_STREAMS_PER_ADDRESS = 200; // an office behind one address, with room
const MAX_WAITING_BYTES = 64 * 1024; // a client that does not read is dropped

interface Stream {
  response: ServerResponse;
  address: string;
}
interface Hub {
  streams: Set<Stream>;
  perAddress: Map<string, number>;
  last: string;
  heartbeat: NodeJS.Timeout | null;
}
const held = globalThis as unknown as { __events?: Hub };
const hub: Hub = (held.__events ??= { streams: new Set(), perAddress: new Map(), last: '', heartbeat: null });

/** How many event streams are open in this process. */
export const openStreams = (): number => hub.streams.size;

/**
 * Answers `GET /events`: the site status at once and after each change, a comment every 25 s.
 * Works on Node's response, whose 'close' is the only dependable word that a client has gone.
 * @param address the client's address; each may hold a limited number of streams (429 beyond, 503 when all are taken)
 */
export function openEventStream(request: IncomingMessage, response: ServerResponse, address: string): void {
  const mine = hub.perAddress.get(address) ?? 0;
  if (mine >= MAX_STREAMS_PER_ADDRESS || hub.streams.size >= MAX_STREAMS) {
    response
      .writeHead(mine >= MAX_STREAMS_PER_ADDRESS ? 429 : 503, { 'Retry-After': '10', 'Cache-Control': 'no-store' })
      .end();
    return;
  }
  // no-transform keeps compressing proxies from buffering it; X-Accel-Buffering does the same for nginx
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  };
  response.writeHead(200, headers);
  if (request.method === 'HEAD') return void response.end();
  const stream = { response, address };
  hub.streams.add(stream);
  hub.perAddress.set(address, mine + 1);
  response.once('close', () => {
    hub.streams.delete(stream);
    const left = (hub.perAddress.get(address) ?? 1) - 1;
    if (left > 0) hub.perAddress.set(address, left);
    else hub.perAddress.delete(address);
  });
  request.socket.setNoDelay(true);
  response.write(eventOf());
}

/** Starts telling open streams of changes. */
export function startEvents(): void {
  hub.last = eventOf();
  onKnownVersion(() => {
    const event = eventOf();
    if (event === hub.last) return;
    hub.last = event;
    broadcast(event);
  });
  hub.heartbeat = setInterval(() => broadcast(':\n\n'), HEARTBEAT_MS);
}

/** Ends every stream; clients come back by themselves to whatever process answers then. */
export function endEvents(): void {
  if (hub.heartbeat) clearInterval(hub.heartbeat);
  for (const { response } of hub.streams) response.end();
}

const eventOf = () => `event: site-status\ndata: ${JSON.stringify(siteStatus())}\n\n`;

function broadcast(text: string): void {
  const chunk = Buffer.from(text); // made once, written to all
  for (const { response } of hub.streams) {
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
    else response.write(chunk);
  }
}
