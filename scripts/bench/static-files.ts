import fs from 'node:fs';
import http from 'node:http';
import { load, type Round } from './load.ts';
import { startProduct } from './processes.ts';
import { median, printTable, target } from './table.ts';

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: number;
}

/** What a browser gets for a built script, a font and a picture. */
export default async function staticFiles(): Promise<void> {
  const product = await startProduct();
  const largest = fs
    .readdirSync('build/client/assets')
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, size: fs.statSync(`build/client/assets/${name}`).size }))
    .sort((a, b) => b.size - a.size)[0]!;
  const script = `/assets/${largest.name}`;
  const font = `/fonts/${fs.readdirSync('public/fonts').find((name) => name.endsWith('.woff2'))}`;
  const picture = `/pictures/${fs.readdirSync('public/pictures').find((name) => name.endsWith('.avif'))}`;
  const rows: (string | number)[][] = [];
  for (const path of [script, font, picture]) {
    const get = (method: string, headers: http.OutgoingHttpHeaders = {}) => ask(product.url + path, method, headers);
    const whole = await get('GET', { 'accept-encoding': 'br, gzip' });
    const plain = await get('GET');
    const head = await get('HEAD');
    const again = await get('GET', { 'accept-encoding': 'br, gzip', 'if-none-match': whole.headers.etag ?? '' });
    const part = await get('GET', { range: 'bytes=0-99' });
    const beyond = await get('GET', { range: `bytes=${plain.bytes + 10}-` });
    const rounds: Round[] = [];
    for (let round = 0; round < 3; round++) rounds.push(await load(product, path, { duration: 2 }));
    rows.push([path, plain.bytes, whole.bytes, String(whole.headers['content-encoding'] ?? '-')]);
    rows.at(-1)!.push(median(rounds.map(({ perCpuSecond }) => perCpuSecond)));
    const isImmutable = /max-age=31536000, immutable/.test(String(whole.headers['cache-control']));
    target(`${path}: for a year, immutable`, whole.status === 200 && isImmutable);
    const isShort = path !== script || (whole.headers['content-encoding'] === 'br' && whole.bytes < plain.bytes / 2);
    target(`${path}: ready compressed where that is worth it`, isShort);
    target(
      `${path}: HEAD, 304, 206, 416`,
      head.status === 200 &&
        head.bytes === 0 &&
        Number(head.headers['content-length']) === plain.bytes &&
        again.status === 304 &&
        part.status === 206 &&
        part.bytes === 100 &&
        beyond.status === 416,
    );
  }
  printTable(['file', 'bytes', 'sent', 'encoding', 'per CPU s'], rows);
}

function ask(url: string, method: string, headers: http.OutgoingHttpHeaders): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, bytes }));
    });
    request.on('error', reject).end();
  });
}
