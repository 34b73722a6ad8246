import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { App } from '#db/app.ts';

const HEARTBEAT_MS = 25_000;
const MAX_WAITING_BYTES = 64 * 1024; // a client that does not read is dropped

/** The events of one kind, from the address at which open pages listen to the end of the app. */
export interface Events {
  /** Answers a page that wants to hear of them. */
  answer: RequestHandler;
  /** Starts telling the open streams of changes. */
  start(app: App): void;
  /** Lets the open pages come back to another process, one after the other. */
  sendAway(app: App, withinMs: number): void;
  /** Ends the streams, at shutdown. */
  end(app: App): void;
}

/** The owner of a stream. */
interface Owner {
  /** The key by which streams are counted: an address or an account. */
  key: string | number;
}
interface Stream<Of extends Owner> {
  owner: Of;
  response: ServerResponse;
  /** The last event that was sent on it. */
  said: string;
}
interface Limits {
  inAll: number;
  perKey: number;
}

/** An event as it goes over the wire. */
export const eventOf = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Refuses a stream. If the client may have one later, the answer says when to come back. */
export function refuseStream(response: ServerResponse, status: number): void {
  const isForNow = status === 429 || status === 503;
  response.writeHead(status, { 'Cache-Control': 'no-store', ...(isForNow ? { 'Retry-After': '10' } : {}) }).end();
}

/**
 * Holds the open event streams (server-sent events) of one kind, and sends a comment on each every 25 s.
 * It uses Node's response, because only its 'close' event says reliably that a client has gone.
 * @param onHeartbeat is called every 25 s while any stream is open
 */
export function eventHub<Of extends Owner>({ inAll, perKey }: Limits, onHeartbeat?: () => void) {
  const streams = new Set<Stream<Of>>();
  const perOwner = new Map<Owner['key'], number>();
  let heartbeat: NodeJS.Timeout | undefined;
  let isEnded = false;

  /**
   * Opens a stream: 429 when its owner has as many as one may have, 503 when all are taken or the hub has ended.
   * @param first the event to send on it at once, if it is known
   */
  function open(request: IncomingMessage, response: ServerResponse, owner: Of, first?: string): void {
    const open = perOwner.get(owner.key) ?? 0;
    if (open >= perKey) return refuseStream(response, 429);
    if (isEnded || streams.size >= inAll) return refuseStream(response, 503);
    // no-transform keeps compressing proxies from buffering it; X-Accel-Buffering does the same for nginx
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    };
    response.writeHead(200, headers);
    if (request.method === 'HEAD') return void response.end();
    if (response.closed) return; // gone while somebody was asked
    const stream = { owner, response, said: first ?? '' };
    streams.add(stream);
    perOwner.set(owner.key, open + 1);
    response.once('close', () => forget(stream));
    heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref();
    request.socket.setNoDelay(true);
    if (first === undefined) response.flushHeaders();
    else response.write(first);
  }

  /** Sends an event on every stream whose last event was a different one. */
  function tell(event: string): void {
    const chunk = Buffer.from(event); // encoded once for all streams
    for (const stream of streams) {
      if (stream.said === event) continue;
      stream.said = event;
      write(stream, chunk);
    }
  }

  /** Ends one stream with a last event. */
  function end(stream: Stream<Of>, event: string): void {
    forget(stream);
    stream.response.end(event);
  }

  /**
   * Ends all open streams, one after the other, so that their clients do not come back all at once. They reconnect by
   * themselves, to whichever process answers then.
   */
  function sendAway(withinMs: number): void {
    const all = [...streams];
    all.forEach(({ response }, n) => setTimeout(() => response.end(), (withinMs * n) / all.length));
  }

  /** Ends every stream, and opens no more. */
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
    if (!streams.delete(stream)) return;
    const { key } = stream.owner;
    const left = (perOwner.get(key) ?? 1) - 1;
    if (left > 0) perOwner.set(key, left);
    else perOwner.delete(key);
    if (streams.size) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  return { streams: streams as ReadonlySet<Stream<Of>>, open, tell, end, sendAway, endAll };
}
