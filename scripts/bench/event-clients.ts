import net from 'node:net';

// Many open streams from a process of its own; the bench tells it by messages what to do.
type Order = { open: { port: number; path: string; count: number } } | { wait: string } | { close: true };

const sockets: net.Socket[] = [];
let waitedFor: { text: string; missing: Set<net.Socket>; times: number[] } | null = null;
const AT_ONCE = 100;
const say = (message: object) => process.send!(message);

process.on('message', (order: Order) => {
  if ('open' in order) void open(order.open).then((failed) => say({ opened: sockets.length, failed }));
  else if ('wait' in order) {
    waitedFor = { text: order.wait, missing: new Set(sockets), times: [] };
    say({ waiting: true });
  } else {
    for (const socket of sockets) socket.destroy();
    sockets.length = 0;
    say({ closed: true });
  }
});

/** Opens streams some at a time, each as if from one of many addresses. @returns how many were refused */
async function open({ port, path, count }: { port: number; path: string; count: number }): Promise<number> {
  let next = 0;
  let failed = 0;
  const worker = async () => {
    while (next < count) {
      const n = next++;
      if (!(await openOne(port, path, `10.9.${Math.floor(n / 100)}.1`))) failed++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}

function openOne(port: number, path: string, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('connect', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address}\r\n\r\n`),
    );
    socket.once('data', (head) => {
      const isOpen = head.toString().startsWith('HTTP/1.1 200');
      if (isOpen) sockets.push(socket);
      resolve(isOpen);
    });
    socket.on('data', (chunk) => {
      if (!waitedFor?.missing.has(socket) || !chunk.includes(waitedFor.text)) return;
      waitedFor.missing.delete(socket);
      waitedFor.times.push(performance.timeOrigin + performance.now());
      if (!waitedFor.missing.size) say({ times: waitedFor.times });
    });
  });
}
