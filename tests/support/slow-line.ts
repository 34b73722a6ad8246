import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const PIECE = 1500; // characters: about a fifth of a header
const PIECE_MS = 20; // enough for a browser to show what it has

/** A proxy that sends each document piece by piece. */
export interface SlowLine {
  /** Without a trailing slash. */
  url: string;
  end(): Promise<void>;
}

/** @param target the product's address, without a trailing slash */
export async function slowLine(target: string): Promise<SlowLine> {
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: http.IncomingMessage, response: http.ServerResponse) {
    if (request.url === '/events') return void response.writeHead(204).end(); // no event stream: the page may come to rest
    const given = await fetch(target + request.url);
    const type = given.headers.get('content-type') ?? '';
    response.writeHead(given.status, { 'content-type': type });
    if (!type.startsWith('text/html')) return void Readable.fromWeb(given.body as never).pipe(response);
    for (const piece of pieces(await given.text())) {
      response.write(piece);
      await sleep(PIECE_MS);
    }
    response.end();
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function* pieces(html: string): Generator<string> {
  let from = 0;
  for (let to = html.indexOf('<body'); to !== -1; to = html.indexOf('<', from + PIECE)) {
    yield html.slice(from, to);
    from = to;
  }
  yield html.slice(from);
}
