import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionOf, openDatabase } from './database.ts';
import { requireLoopback } from './load.ts';
import { residentMiB, startBare, startProduct, type Served } from './processes.ts';
import { median, percentile, printTable, target } from './table.ts';

const STREAMS = 10_000;
const CHANGES = 5; // of the status, while the streams are open
const OPENINGS = 3;
const ANSWER_MS = 60_000;
const QUIET_MS = 12_000; // in which the server notices that the rush is over

/** Many open pages on one process, against a bare event-stream server that hears the same database. */
export default async function eventStreams(): Promise<void> {
  const product = await startProduct({ TRUST_PROXY: '1' });
  const bare = await startBare('events', { CONNECTION: JSON.stringify(await connectionOf(product)) });
  const database = await openDatabase(product);
  let change = 0;
  const notifyProduct = (text: string) => database.query('update site_status set message = $1', [text]);
  const notifyBare = (text: string) => database.query("select pg_notify('bench', $1)", [JSON.stringify({ text })]);

  const figures: Record<'ours' | 'bare', { delays: { p50: number; p99: number; last: number }[]; openMiB: number[] }> =
    {
      ours: { delays: [], openMiB: [] },
      bare: { delays: [], openMiB: [] },
    };
  const fresh = { ours: residentMiB(product.pid), bare: residentMiB(bare.pid) };
  const closedMiB: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    for (const [name, server, streams, notify] of [
      ['ours', product, '/events', notifyProduct],
      ['bare', bare, '/', notifyBare],
    ] as const) {
      const clients = await openClients(server, streams);
      await sleep(1000);
      figures[name].openMiB.push(residentMiB(server.pid));
      for (let round = 0; round < CHANGES; round++) {
        const delays = await clients.change(`change ${++change} of this bench`, notify);
        figures[name].delays.push({
          p50: percentile(delays, 0.5),
          p99: percentile(delays, 0.99),
          last: Math.max(...delays),
        });
      }
      await clients.close();
      await sleep(2000);
      if (name === 'ours') closedMiB.push(residentMiB(server.pid));
    }
  }
  await database.end();
  await sleep(QUIET_MS);
  const quiet = residentMiB(product.pid);

  const of = (name: 'ours' | 'bare', key: 'p50' | 'p99' | 'last') =>
    median(figures[name].delays.map((each) => each[key]));
  const perStream = (name: 'ours' | 'bare') => ((figures[name].openMiB[0]! - fresh[name]) * 1024) / STREAMS;
  const row = (name: 'ours' | 'bare') => [of(name, 'p50'), of(name, 'p99'), of(name, 'last'), perStream(name)];
  printTable(
    ['server', 'p50 ms', 'p99 ms', 'last ms', 'KiB a stream'],
    [
      ['product', ...row('ours')],
      ['bare', ...row('bare')],
    ],
  );
  const shown = (values: number[]) => values.map((each) => each.toFixed(0)).join(', ');
  console.log(
    `  product, MiB: ${fresh.ours.toFixed(0)} fresh; open ${shown(figures.ours.openMiB)}; closed ${shown(closedMiB)}; quiet again ${quiet.toFixed(0)}`,
  );
  const delay = of('ours', 'p99') / of('bare', 'p99');
  const memory = perStream('ours') / perStream('bare');
  const growth = Math.max(...figures.ours.openMiB) / figures.ours.openMiB[0]!;
  target(`p99 from the change to a page: ${delay.toFixed(2)} of the bare server (at most 1.5)`, delay <= 1.5);
  target(`memory a stream: ${memory.toFixed(2)} of the bare server (at most 1.3)`, memory <= 1.3);
  const back = quiet / fresh.ours;
  target(`memory comes back: ${back.toFixed(2)} times the fresh server's when quiet again (at most 1.5)`, back <= 1.5);
  target(`opened ${OPENINGS} times: ${growth.toFixed(2)} times the memory of the first (at most 1.1)`, growth <= 1.1);
}

async function openClients(server: Served, streams: string) {
  requireLoopback(server.url);
  const clients = fork(path.join(import.meta.dirname, 'event-clients.ts'));
  type Answer = { opened: number; failed: number } | { times: number[] } | object;
  const ask = async <T extends Answer>(order: object): Promise<T> => {
    clients.send(order);
    return (await once(clients, 'message', { signal: AbortSignal.timeout(ANSWER_MS) }))[0] as T;
  };
  const port = Number(new URL(server.url).port);
  const { opened, failed } = await ask<{ opened: number; failed: number }>({
    open: { port, path: streams, count: STREAMS },
  });
  if (failed) {
    clients.kill();
    throw new Error(`only ${opened} of ${STREAMS} streams could be opened: raise the limit of open files (ulimit -n)`);
  }
  return {
    /** Makes a change and gives each stream's delay in milliseconds. */
    async change(text: string, notify: (text: string) => Promise<unknown>): Promise<number[]> {
      await ask({ wait: text });
      const all = once(clients, 'message', { signal: AbortSignal.timeout(ANSWER_MS) });
      const began = performance.timeOrigin + performance.now();
      await notify(text);
      const [{ times }] = (await all) as [{ times: number[] }];
      return times.map((time) => time - began);
    },
    async close() {
      await ask({ close: true });
      clients.kill();
      await once(clients, 'exit');
    },
  };
}
