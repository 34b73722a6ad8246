import http from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback } from './loopback.ts';

const PIECE = 1500; // characters: about a fifth of a header
const PIECE_MS = 20; // enough for a browser to show what it has

/** A proxy that sends each document piece by piece. @param target the product's address, without a trailing slash */
export function slowLine(target: string) {
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
  return listenOnLoopback(server);
}

function* pieces(html: string): Generator<string> {
  let from = 0;
  for (let to = html.indexOf('<body'); to !== -1; to = html.indexOf('<', from + PIECE)) {
    yield html.slice(from, to);
    from = to;
  }
  yield html.slice(from);
}
