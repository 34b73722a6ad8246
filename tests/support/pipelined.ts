import net from 'node:net';

/** Sends many requests on one connection before any answer (pipelining). @param isRead whether it reads the answers */
export function pipeline(url: string, requests: string[], isRead = true) {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname, () => socket.write(requests.join('')));
  const statuses: Record<string, number> = {};
  let count = 0;
  let rest = '';
  let isOpen = true;
  const waiting: (() => void)[] = [];
  const tell = () => waiting.splice(0).forEach((each) => each());
  if (isRead)
    socket.on('data', (chunk) => {
      const text = rest + chunk.toString('latin1');
      for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses[status!] = (statuses[status!] ?? 0) + 1;
        count++;
      }
      rest = text.slice(-12).replace(/HTTP\/1\.1 \d{3} $/, ''); // a status line may arrive in two parts
      tell();
    });
  socket.on('error', () => {});
  socket.on('close', () => {
    isOpen = false;
    tell();
  });
  return {
    statuses: () => statuses,
    /** Resolves after this many answers, or when the connection has ended. */
    async answered(wanted: number) {
      while (count < wanted && isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    isOpen: () => isOpen,
    close: () => socket.destroy(),
  };
}

export const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** A POST of a form, as a page of the site at `origin` sends it. */
export const postRequest = (origin: string, path: string, form: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
  `Content-Length: ${form.length}\r\n\r\n${form}`;
