import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that can hold answers back, for browsers whose drivers cannot. */
export interface HeldSite {
  url: string;
  forward(productUrl: string): void;
  /** Holds back answers whose path matches, until the returned function is called. */
  hold(pattern: RegExp): () => void;
  /** The paths answered so far; empty it before you wait for one. */
  answered: Set<string>;
  stop(): Promise<void>;
}

export async function startHeldSite(): Promise<HeldSite> {
  let target = '';
  const answered = new Set<string>();
  const held = new Map<RegExp, Promise<void>>();
  const handOn = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { method, headers, url: path = '/' } = request;
    const asked = http.request(target + path, { method, headers }, (answer) => {
      answered.add(path);
      // makes each visit request the scripts again
      const kept = path.startsWith('/assets/') ? { 'cache-control': 'no-store' } : {};
      response.writeHead(answer.statusCode!, { ...answer.headers, ...kept });
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  };
  const server = http.createServer((request, response) => {
    const passed = [...held].filter(([pattern]) => pattern.test(request.url!)).map(([, promise]) => promise);
    void Promise.all(passed).then(() => handOn(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forward: (productUrl) => (target = productUrl),
    answered,
    hold(pattern) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(pattern, promise);
      return () => {
        held.delete(pattern);
        resolve();
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
