import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that makes a scanner look like many visitors of the site, so that no limit or origin check keeps it out. */
export interface VisitorsProxy {
  url: string;
  /** From now on everything goes to this address, with these headers set, but for what matches `not` (`POST /path?query`): 404. */
  lead(target: string, headers: Record<string, string>, not?: RegExp): void;
  /** How many requests came, by the status of their answers. */
  statuses: Map<number, number>;
  stop(): Promise<void>;
}

/** Starts it on a free port of the loopback. Every request comes from another address, as the product is told. */
export async function startVisitorsProxy(): Promise<VisitorsProxy> {
  let target = '';
  let own: Record<string, string> = {};
  let never = /$^/;
  let visitors = 0;
  const statuses = new Map<number, number>();
  const server = http.createServer((request, response) => {
    if (never.test(`${request.method} ${request.url}`)) return void response.writeHead(404).end();
    const n = visitors++;
    const headers = {
      ...request.headers,
      ...own,
      'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    };
    delete headers['sec-fetch-site'];
    delete headers['accept-encoding']; // wapiti asks for brotli and cannot read it
    const { hostname, port } = new URL(target);
    const onward = http.request(
      { hostname, port, path: request.url, method: request.method, headers, agent: false },
      (answer) => {
        statuses.set(answer.statusCode!, (statuses.get(answer.statusCode!) ?? 0) + 1);
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(address, headers, not = /$^/) {
      target = address;
      own = headers;
      never = not;
    },
    statuses,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
