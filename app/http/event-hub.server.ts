import type { IncomingMessage, ServerResponse } from 'node:http';

const HEARTBEAT_MS = 25_000;
const MAX_WAITING_BYTES = 64 * 1024; // a client that does not read is dropped

/** Whose a stream is. */
interface Owner {
  /** What streams are counted by: an address, an account. */
  key: string | number;
}
interface Stream<Of extends Owner> {
  owner: Of;
  response: ServerResponse;
  /** What was last said on it. */
  said: string;
}
interface Limits {
  inAll: number;
  perKey: number;
}

/** An event as it goes over the wire. */
export const eventOf = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Answers that a stream is not to be had. Whoever may have one later is told to come back. */
export function refuseStream(response: ServerResponse, status: number): void {
  const isForNow = status === 429 || status === 503;
  response.writeHead(status, { 'Cache-Control': 'no-store', ...(isForNow ? { 'Retry-After': '10' } : {}) }).end();
}

/**
 * Holds the open event streams (server-sent events) of one kind, and sends a comment on each every 25 s.
 * It works on Node's response, whose 'close' is the only dependable word that a client has gone.
 * @param onHeartbeat is called every 25 s while any stream is open
 */
export function eventHub<Of extends Owner>({ inAll, perKey }: Limits, onHeartbeat?: () => void) {
  const streams = new Set<Stream<Of>>();
  const perOwner = new Map<Owner['key'], number>();
  let heartbeat: NodeJS.Timeout | undefined;
  let isEnded = false;

  /**
   * Opens a stream: 429 when its owner has all that one may have, 503 when all are taken or the hub has ended.
   * @param first what is said on it at once, if that is known
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

  /** Says it on every stream on which it was not said last. */
  function tell(event: string): void {
    const chunk = Buffer.from(event); // made once, written to all
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
   * Ends every stream that is open now, one after the other: clients come back by themselves, to whatever process answers
   * then, and not all at once.
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
