import http from 'node:http';
import { listenOnLoopback } from '../loopback.ts';

/** A proxy that can hold answers back, for browsers whose drivers cannot. */
export async function startHeldSite() {
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
  return {
    ...(await listenOnLoopback(server)),
    forward: (productUrl: string) => void (target = productUrl),
    /** The paths answered so far; empty it before you wait for one. */
    answered,
    /** Holds back answers whose path matches, until the returned function is called. */
    hold(pattern: RegExp) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(pattern, promise);
      return () => {
        held.delete(pattern);
        resolve();
      };
    },
  };
}
