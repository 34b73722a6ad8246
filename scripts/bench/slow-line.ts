import net from 'node:net';

/** What a line is like: half of `roundTripMs` each way, and all that comes shares `bytesPerSecond`. */
export interface Line {
  roundTripMs: number;
  bytesPerSecond: number;
}

export const slow4G: Line = { roundTripMs: 150, bytesPerSecond: (1474.56 * 1024) / 8 };

const SEGMENT = 1460;

/**
 * Puts a slow line in front of a server, for browsers that cannot slow pages down that they render ahead.
 * @returns the address to ask instead, and what ends it
 */
export async function slowLine(url: string, { roundTripMs, bytesPerSecond }: Line) {
  const half = roundTripMs / 2;
  const sockets = new Set<net.Socket>();
  let freeAt = 0;
  const server = net.createServer({ noDelay: true }, (client) => {
    const target = net.connect(Number(new URL(url).port), '127.0.0.1');
    const openAt = performance.now() + roundTripMs; // as long as connecting takes
    const later = (at: number, what: () => void) => setTimeout(what, Math.max(0, at - performance.now()));
    let arrived = 0; // what was sent first arrives first
    client.on('data', (bytes) => {
      arrived = Math.max(arrived, openAt, performance.now()) + 0.001;
      later(arrived + half, () => target.write(bytes));
    });
    target.on('data', (bytes) => {
      for (let at = 0; at < bytes.length; at += SEGMENT) {
        const segment = bytes.subarray(at, at + SEGMENT);
        freeAt = Math.max(freeAt, performance.now()) + (segment.length / bytesPerSecond) * 1000;
        later(freeAt + half, () => client.write(segment));
      }
    });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => [client, target].forEach((each) => (each.destroy(), sockets.delete(each))));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  };
  return { url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`, stop };
}
