import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryMiB } from '../../tests/support/process.ts';
import { newDataDir } from '../../tests/support/product.ts';
import * as bench from './processes.ts';

const STARTS = 7;
/** The bare server's start time on the machine on which the target of `start` was set. */
const BARE_AT_TARGET_MS = 114;
const QUIET_MS = 12_000; // the server notices within this time that the load is over
const STREAMS = 10_000;
const OPENINGS = 3;
const CHANGES = 5; // status changes while the streams are open

/**
 * Time from the start of the process to the first page, on an existing database. The target scales with the bare server,
 * which a slower machine slows as well.
 */
export async function start(): Promise<void> {
  const DATA_DIR = newDataDir();
  try {
    await (await bench.startProduct({ DATA_DIR }, '/')).stop(); // makes the database and fills the compile cache
    const starts: Record<string, number>[] = [];
    for (let round = 0; round < STARTS; round++) starts.push(await timeStart(DATA_DIR));
    const rows = Object.keys(starts[0]!).map((part) => {
      const all = starts.map((each) => each[part]!);
      return { part, median: bench.median(all), fastest: Math.min(...all) };
    });
    bench.printTable(rows);
    const ms = rows.at(-1)!.median;
    bench.checkTarget(`first page after ${ms.toFixed(0)} ms in proportion (at most 600)`, ms <= 600);
  } finally {
    fs.rmSync(DATA_DIR, { recursive: true, force: true });
  }
}

async function timeStart(DATA_DIR: string): Promise<Record<string, number>> {
  const began = performance.now();
  const product = await bench.startProduct({ DATA_DIR }, '/');
  const wall = performance.now() - began;
  const cpu = bench.cpuSeconds([product.pid]);
  await product.stop();
  const bareBegan = performance.now();
  const bare = await bench.startBare('mail');
  const bareWall = performance.now() - bareBegan;
  await bare.stop();
  return {
    'start to first 200, ms': wall,
    'CPU time with the database, s': cpu,
    'bare server, ms': bareWall,
    'start in proportion to it, ms': (wall / bareWall) * BARE_AT_TARGET_MS,
  };
}

/** Resident memory before, during and after many page views, beside a bare Node with the same bytes. */
export async function memory(): Promise<void> {
  const product = await bench.startProduct({}, '/');
  const bare = await bench.startBare('pages', { PRODUCT_URL: product.url, PATHS: '/ /contact-form' });
  const note = (when: string) => ({
    when,
    'product, MiB': memoryMiB(product.pid),
    'its database': bench.memoryBelowMiB(product.pid),
    'bare Node': memoryMiB(bare.pid),
  });
  const fresh = note('fresh');
  for (const server of [bare, product]) {
    await bench.load(server, '/', { amount: 8000 });
    await bench.load(server, '/contact-form', { amount: 2000 }); // rendered for each request
  }
  const busy = note('at the end of 10,000 page views');
  await sleep(QUIET_MS);
  const quiet = note('when quiet again');
  bench.printTable([fresh, busy, quiet]);
  const [most, least] = [busy['product, MiB'], quiet['product, MiB']];
  bench.checkTarget(`${most.toFixed(0)} MiB at the end of the rush (at most 250)`, most <= 250);
  bench.checkTarget(`${least.toFixed(0)} MiB when quiet (at most 160)`, least <= 160);
}

/** Many open event streams on one process, compared with a bare event-stream server on the same database. */
export async function events(): Promise<void> {
  const product = await bench.startProduct({ TRUST_PROXY: '1' });
  const bare = await bench.startBare('events', { CONNECTION: JSON.stringify(await bench.connectionOf(product)) });
  const sql = await bench.openDatabase(product);
  const sides = [
    { server: product, streams: '/events', statement: 'update site_status set message = $1' },
    { server: bare, streams: '/', statement: "select pg_notify('bench', to_jsonb($1::text)::text)" },
  ].map((side) => ({
    ...side,
    delays: [] as number[][],
    openMiB: [] as number[],
    fresh: memoryMiB(side.server.pid),
  }));
  let change = 0;
  for (let opening = 0; opening < OPENINGS; opening++)
    for (const { server, streams, statement, delays, openMiB } of sides) {
      const clients = await openStreams(server, streams);
      await sleep(1000);
      openMiB.push(memoryMiB(server.pid));
      for (let n = 0; n < CHANGES; n++)
        delays.push(await clients.hear(`change ${++change} of this bench`, (text) => sql(statement, [text])));
      clients.close();
      await sleep(2000);
    }
  await sleep(QUIET_MS);
  const quiet = memoryMiB(product.pid);

  const rows = sides.map(({ server, delays, openMiB, fresh }) => ({
    server: server === product ? 'product' : 'bare',
    'p50 ms': bench.median(delays.map((each) => bench.percentile(each, 0.5))),
    'p99 ms': bench.median(delays.map((each) => bench.percentile(each, 0.99))),
    'last ms': bench.median(delays.map((each) => Math.max(...each))),
    'KiB a stream': ((openMiB[0]! - fresh) * 1024) / STREAMS,
  }));
  bench.printTable(rows);
  const [ours, plain] = rows as [(typeof rows)[0], (typeof rows)[0]];
  const { fresh, openMiB } = sides[0]!;
  const shown = [fresh, ...openMiB, quiet].map((each) => each.toFixed(0)).join(', ');
  console.log(`  product, MiB: fresh, open ${OPENINGS} times, quiet again: ${shown}`);
  const delay = ours['p99 ms'] / plain['p99 ms'];
  const room = ours['KiB a stream'] / plain['KiB a stream'];
  const growth = Math.max(...openMiB) / openMiB[0]!;
  bench.checkTarget(
    `p99 from the change to a page: ${delay.toFixed(2)} of the bare server (at most 1.5)`,
    delay <= 1.5,
  );
  bench.checkTarget(`memory a stream: ${room.toFixed(2)} of the bare server (at most 1.3)`, room <= 1.3);
  bench.checkTarget(
    `memory when quiet again: ${(quiet / fresh).toFixed(2)} of the fresh one (at most 1.5)`,
    quiet / fresh <= 1.5,
  );
  bench.checkTarget(`memory of the later openings: ${growth.toFixed(2)} of the first (at most 1.1)`, growth <= 1.1);
}

/** Opens streams a hundred at a time, from many client addresses. */
async function openStreams({ url }: bench.Served, streams: string) {
  bench.requireLoopback(url);
  const sockets: net.Socket[] = [];
  let said = (_socket: net.Socket, _chunk: Buffer) => {};
  const open = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
      const refused = (why: unknown) =>
        reject(new Error(`stream ${n} was refused (is ulimit -n above ${STREAMS}?): ${why}`));
      socket.once('error', refused);
      socket.once('data', (head) => (head.toString().startsWith('HTTP/1.1 200') ? resolve() : refused(head)));
      socket.on('data', (chunk) => said(socket, chunk));
      const from = `10.9.${Math.floor(n / 100)}.1`;
      socket.write(`GET ${streams} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${from}\r\n\r\n`);
      sockets.push(socket);
    });
  for (let n = 0; n < STREAMS; n += 100) await Promise.all(Array.from({ length: 100 }, (_, at) => open(n + at)));
  return {
    /** Makes a change and gives the delay of each stream in milliseconds. */
    async hear(text: string, change: (text: string) => Promise<unknown>): Promise<number[]> {
      const missing = new Set(sockets);
      const delays: number[] = [];
      const began = performance.now();
      const all = new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${missing.size} streams did not hear "${text}"`)), 60_000);
        said = (socket, chunk) => {
          if (!chunk.includes(text) || !missing.delete(socket)) return;
          delays.push(performance.now() - began);
          if (missing.size) return;
          clearTimeout(late);
          resolve();
        };
      });
      await Promise.all([change(text), all]);
      return delays;
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
