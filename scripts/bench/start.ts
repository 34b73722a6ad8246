import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './load.ts';
import { cpuSeconds, newDataDir, residentMiB, startBare, startProduct } from './processes.ts';
import { median, printTable, target } from './table.ts';

const STARTS = 7;
const VIEWS = 10_000;
const QUIET_MS = 12_000; // in which the server notices that the rush is over

/** From the start of the process to the first page, on a database that exists; and memory after many page views. */
export default async function start(): Promise<void> {
  const DATA_DIR = newDataDir();
  try {
    await (await startProduct({ DATA_DIR })).stop(); // makes the database
    const starts: { wall: number; cpu: number; bare: number }[] = [];
    for (let round = 0; round < STARTS; round++) {
      const began = performance.now();
      const product = await startProduct({ DATA_DIR }, [], '/');
      const wall = performance.now() - began;
      const cpu = cpuSeconds([product.pid]);
      await product.stop();
      const bareBegan = performance.now();
      const bare = await startBare('mail');
      starts.push({ wall, cpu, bare: performance.now() - bareBegan });
      await bare.stop();
    }
    const of = (key: 'wall' | 'cpu' | 'bare') => median(starts.map((each) => each[key]));
    printTable(
      ['', 'median', 'fastest'],
      [
        ['start to first 200, ms', of('wall'), Math.min(...starts.map(({ wall }) => wall))],
        ['its CPU time with the database, s', of('cpu'), Math.min(...starts.map(({ cpu }) => cpu))],
        ['bare server, ms', of('bare'), Math.min(...starts.map(({ bare }) => bare))],
      ],
    );
    const product = await startProduct({ DATA_DIR });
    const fresh = residentMiB(product.pid);
    const amount = (share: number) => Math.round(VIEWS * share);
    const kept = await load(product, '/', { amount: amount(0.8), duration: 30 });
    const rendered = await load(product, '/contact-form', { amount: amount(0.2), duration: 30 });
    const busy = residentMiB(product.pid);
    await sleep(QUIET_MS);
    const memory = residentMiB(product.pid);
    const views = kept.requests + rendered.requests;
    console.log(
      `  resident memory: ${fresh.toFixed(0)} MiB fresh, ${busy.toFixed(0)} MiB at the end of ${views} page views, 32 at once, ${memory.toFixed(0)} MiB when quiet again`,
    );
    target(`first page after ${of('wall').toFixed(0)} ms (at most 1,000)`, of('wall') <= 1000);
    target(`${memory.toFixed(0)} MiB after ${views} page views (at most 200)`, memory <= 200);
  } finally {
    fs.rmSync(DATA_DIR, { recursive: true, force: true });
  }
}
