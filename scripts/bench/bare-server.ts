import http from 'node:http';
import { brotliCompressSync } from 'node:zlib';

// The least a server can do for the same task, to hold the product against. Run as a process of its own.
const [kind] = process.argv.slice(2);
const kinds: Record<string, () => Promise<http.RequestListener>> = { pages };
const listener = await kinds[kind!]!();
http
  .createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    if (request.url === '/ready') response.end();
    else listener(request, response);
  })
  .listen(Number(process.env.PORT), '127.0.0.1');

/** Answers from memory with the bytes and headers that the product at PRODUCT_URL gives for PATHS. */
async function pages(): Promise<http.RequestListener> {
  const known = new Map<string, { headers: string[]; body: Buffer }>();
  for (const path of process.env.PATHS!.split(' ')) {
    const answer = await fetch(process.env.PRODUCT_URL + path);
    const body = brotliCompressSync(await answer.text());
    const own = [...answer.headers].filter(
      ([name]) => !['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length'].includes(name),
    );
    const headers = Object.entries({
      ...Object.fromEntries(own),
      'content-encoding': 'br',
      'content-length': String(body.length),
    }).flat();
    known.set(path, { headers, body });
  }
  return (request, response) => {
    const page = known.get(request.url!);
    if (!page) return void response.writeHead(404).end();
    response.writeHead(200, page.headers).end(page.body);
  };
}
