import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A loopback proxy that gives each request another client address and the site's origin, so that no limit or origin check
 * stops a scanner.
 */
export async function startVisitorsProxy() {
  let target = '';
  let own: Record<string, string> = {};
  let left: RegExp | undefined;
  let visitors = 0;
  const statuses = new Map<number, number>();
  const server = http.createServer((request, response) => {
    if (left?.test(`${request.method} ${request.url}`)) return void response.writeHead(404).end();
    const n = visitors++;
    const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    const headers: http.OutgoingHttpHeaders = { ...request.headers, ...own, 'x-forwarded-for': from };
    delete headers['sec-fetch-site'];
    delete headers['accept-encoding']; // wapiti asks for brotli but cannot read it
    const { hostname, port } = new URL(target);
    const asked = { hostname, port, path: request.url, method: request.method, headers, agent: false };
    const onward = http.request(asked, (answer) => {
      statuses.set(answer.statusCode!, (statuses.get(answer.statusCode!) ?? 0) + 1);
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sends everything to this address with these headers; answers 404 to requests that match `not` (`POST /path?query`). */
    lead(address: string, headers: Record<string, string>, not?: RegExp) {
      target = address;
      own = headers;
      left = not;
    },
    /** Numbers of requests by the status of their answers. */
    statuses,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
