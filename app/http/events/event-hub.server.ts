import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { App } from '#db/app.ts';
import { limitConcurrency } from '../memory/concurrency-limit.ts';

const HEARTBEAT_MS = 25_000;
const MAX_WAITING_BYTES = 64 * 1024; // a client that does not read is dropped

export interface Events {
  answer: RequestHandler;
  start(app: App): void;
  /** Makes open pages reconnect to another process, one after the other. */
  sendAway(app: App, withinMs: number): void;
  end(app: App): void;
}

interface Owner {
  /** An address or an account. */
  key: string | number;
}
interface Stream<Of extends Owner> {
  owner: Of;
  response: ServerResponse;
  /** The last event. */
  said: string;
}
interface Limits {
  inAll: number;
  perKey: number;
}

export const formatEvent = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Refuses a stream, with Retry-After if it may come back later. */
export function refuseStream(response: ServerResponse, status: number): void {
  const isForNow = status === 429 || status === 503;
  response.writeHead(status, { 'Cache-Control': 'no-store', ...(isForNow ? { 'Retry-After': '10' } : {}) }).end();
}

/** The open streams of one kind. Uses Node's response: only its 'close' says reliably that a client has gone. */
export function eventHub<Of extends Owner>({ inAll, perKey }: Limits, onHeartbeat?: () => void) {
  const streams = new Set<Stream<Of>>();
  const takeSlot = limitConcurrency({ perKey });
  let heartbeat: NodeJS.Timeout | undefined;
  let isEnded = false;

  /** 429 when the owner has too many streams, 503 when there are too many in all. @param first sent at once */
  function open(request: IncomingMessage, response: ServerResponse, owner: Of, first?: string): void {
    if (response.closed) return; // gone while somebody was asked
    if (!takeSlot(String(owner.key), response)) return refuseStream(response, 429);
    if (isEnded || streams.size >= inAll) return refuseStream(response, 503);
    // no-transform is for compressing proxies, X-Accel-Buffering for nginx: neither may buffer
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    };
    response.writeHead(200, headers);
    if (request.method === 'HEAD') return void response.end();
    const stream = { owner, response, said: first ?? '' };
    streams.add(stream);
    response.once('close', () => forget(stream));
    heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref();
    request.socket.setNoDelay(true);
    if (first === undefined) response.flushHeaders();
    else response.write(first);
  }

  /** Sends an event on every stream whose last one was different. */
  function tell(event: string): void {
    const chunk = Buffer.from(event); // encoded once for all streams
    for (const stream of streams) {
      if (stream.said === event) continue;
      stream.said = event;
      write(stream, chunk);
    }
  }

  function end(stream: Stream<Of>, event: string): void {
    forget(stream);
    stream.response.end(event);
  }

  /** One after the other, so that the clients do not all come back at once. */
  function sendAway(withinMs: number): void {
    const all = [...streams];
    all.forEach(({ response }, n) => setTimeout(() => response.end(), (withinMs * n) / all.length));
  }

  function endAll(): void {
    isEnded = true;
    for (const { response } of streams) response.end();
  }

  function beat(): void {
    const comment = Buffer.from(':\n\n');
    for (const stream of streams) write(stream, comment);
    onHeartbeat?.();
  }

  function write({ response }: Stream<Of>, chunk: Buffer): void {
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
    else response.write(chunk);
  }

  function forget(stream: Stream<Of>): void {
    if (!streams.delete(stream) || streams.size) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  return { streams: streams as ReadonlySet<Stream<Of>>, open, tell, end, sendAway, endAll };
}
