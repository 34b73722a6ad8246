import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const STALLED_MS = 60_000;
const LOOK_MS = 5000;

/**
 * Cuts off whoever has taken nothing of an answer for a minute. Reset, because the kernel would keep what has not been
 * read of a closed connection, up to 2 MiB, for minutes more.
 */
export function cutSlowReaders(server: Server): void {
  const readers = new Map<Socket, { taken: number; since: number }>();
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: 0, since: 0 });
    socket.once('close', () => readers.delete(socket));
  });
  setInterval(() => {
    const now = performance.now();
    for (const [socket, reader] of readers) {
      const taken = socket.writableLength ? socket.bytesWritten - socket.writableLength : NaN; // NaN: nothing waits
      if (taken !== reader.taken) Object.assign(reader, { taken, since: now });
      else if (now - reader.since >= STALLED_MS) socket.resetAndDestroy();
    }
  }, LOOK_MS).unref();
}
