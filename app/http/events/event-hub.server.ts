import type { IncomingMessage, ServerResponse } from 'node:http';
import { limitConcurrency } from '../memory/concurrency-limit.ts';

const HEARTBEAT_MS = 25_000;
const MAX_WAITING_BYTES = 64 * 1024; // a client that does not read is dropped

export const formatEvent = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const refuse = (response: ServerResponse, status: 429 | 503): void =>
  void response.writeHead(status, { 'Cache-Control': 'no-store', 'Retry-After': '10' }).end();

/** Uses Node's response, because only its 'close' event reliably tells that a client has gone. */
export function eventHub({ inAll, perKey }: { inAll: number; perKey: number }) {
  /** With the last event of each. */
  const streams = new Map<ServerResponse, string>();
  const takeSlot = limitConcurrency({ perKey });
  let heartbeat: NodeJS.Timeout | undefined;
  let isEnded = false;

  /** Answers 429 for too many streams of the address, 503 for too many in all. @param first sent at once */
  function open(request: IncomingMessage, response: ServerResponse, address: string, first: string): void {
    if (response.closed) return; // there would be no 'close' event any more
    if (!takeSlot(address, response)) return refuse(response, 429);
    if (isEnded || streams.size >= inAll) return refuse(response, 503);
    // no-transform keeps compressing proxies from buffering, X-Accel-Buffering nginx
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    };
    response.writeHead(200, headers);
    if (request.method === 'HEAD') return void response.end();
    streams.set(response, first);
    response.once('close', () => streams.delete(response));
    heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref();
    request.socket.setNoDelay(true);
    response.write(first);
  }

  /** Sends an event to all streams, unless it was their last one. */
  function tell(event: string): void {
    const chunk = Buffer.from(event); // once for all streams
    for (const [response, lastEvent] of streams) {
      if (lastEvent === event) continue;
      streams.set(response, event);
      write(response, chunk);
    }
  }

  /** Makes open pages reconnect to another process, one after the other. */
  function sendAway(withinMs: number): void {
    const all = [...streams.keys()];
    all.forEach((response, n) => setTimeout(() => response.end(), (withinMs * n) / all.length));
  }

  function endAll(): void {
    isEnded = true;
    for (const response of streams.keys()) response.end();
  }

  function beat(): void {
    const comment = Buffer.from(':\n\n');
    for (const response of streams.keys()) write(response, comment);
  }

  function write(response: ServerResponse, chunk: Buffer): void {
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
    else response.write(chunk);
  }

  return { streams: streams as ReadonlyMap<ServerResponse, string>, open, tell, sendAway, endAll };
}
