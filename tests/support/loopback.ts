import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lets a server listen on 127.0.0.1, on a free port unless one is given. Its stop ends open connections, too. */
export async function listenOnLoopback(server: net.Server, wanted = 0) {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      sockets.forEach((socket) => socket.destroy());
    });
  return { port, url: `http://127.0.0.1:${port}`, stop };
}

/** Waits until a port of this machine is open. @returns whether it is */
export async function waitUntilOpen(port: number, isOver = () => false): Promise<boolean> {
  for (let tries = 0; tries < 200 && !isOver(); tries++) {
    if (await isOpen(port)) return true;
    await sleep(50);
  }
  return false;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
