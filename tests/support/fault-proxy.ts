import net from 'node:net';
import { listenOnLoopback } from './loopback.ts';

/**
 * The behaviour of a network: `late` delays each byte, `black-hole` keeps connections open and loses every byte, `cuts`
 * closes a connection after this many bytes of the client.
 */
export type NetworkMood =
  | { kind: 'well' }
  | { kind: 'late'; ms: number }
  | { kind: 'black-hole' }
  | { kind: 'refuses' }
  | { kind: 'cuts'; afterBytes: number };

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** @param target a TCP port of 127.0.0.1 or the path of a unix socket */
export async function startFaultProxy(target: number | string) {
  let mood: NetworkMood = { kind: 'well' };
  let connections = 0;
  const sockets = new Set<net.Socket>();
  const forgotten = new WeakSet<net.Socket>();

  const keep = (socket: net.Socket): net.Socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };

  const server = net.createServer({ noDelay: true }, (client) => {
    connections++;
    keep(client);
    if (mood.kind === 'refuses') return void client.resetAndDestroy();
    let part: net.Socket | null = null;
    let passed = 0;
    // A black hole also hides from each end that the other one has gone.
    const isSilent = () => mood.kind === 'black-hole' || forgotten.has(client);
    const later = (work: () => void) => (mood.kind === 'late' ? void setTimeout(work, mood.ms) : work());
    const open = () => {
      if (part) return part;
      part = keep(typeof target === 'string' ? net.connect(target) : net.connect(target, '127.0.0.1'));
      part.on('data', (bytes) => {
        if (!isSilent()) later(() => client.write(bytes));
      });
      part.on('close', () => later(() => !isSilent() && client.destroy()));
      return part;
    };
    if (!isSilent()) open();
    client.on('data', (bytes) => {
      if (isSilent()) return;
      passed += bytes.length;
      if (mood.kind === 'cuts' && passed > mood.afterBytes) return void client.resetAndDestroy();
      later(() => open().write(bytes));
    });
    client.on('close', () => part?.destroy());
  });
  const { port, stop } = await listenOnLoopback(server);

  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    port,
    /** Applies to open connections and new ones. Bytes lost in a black hole stay lost. */
    behave(next: NetworkMood) {
      mood = next;
      if (next.kind === 'refuses') cut();
    },
    /** Loses every further byte of the open connections, as a restarted router does; new ones are served. */
    forget: () => sockets.forEach((socket) => forgotten.add(socket)),
    cut,
    connections: () => connections,
    stop: () => stop().finally(cut),
  };
}
