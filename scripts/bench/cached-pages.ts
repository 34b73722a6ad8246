import type { Request } from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { load, type Round } from './load.ts';
import { startBare, startProduct } from './processes.ts';
import { median, printTable, target } from './table.ts';

export const PAGES = ['/', '/services', '/about', '/contact'];
/** A visit to the home page with a query that nobody has sent before. */
const ANY_QUERY = '/?utm_source=…';
const ROUNDS = 5;

let sent = 0;
const requests: Request[] = [
  { setupRequest: (request) => ({ ...request, path: `/?utm_source=${++sent}`, method: 'GET' }) },
];

/** Pages from memory, against node:http with the same bytes and headers from memory. */
export default async function cachedPages(): Promise<void> {
  const product = await startProduct();
  for (const path of PAGES) await fetch(product.url + path); // renders and keeps it
  await sleep(2000); // compressed in the background
  const bare = await startBare('pages', { PRODUCT_URL: product.url, PATHS: PAGES.join(' ') });
  const rows: (string | number)[][] = [];
  for (const path of [...PAGES, ANY_QUERY]) {
    const rounds: { ours: Round; bare: Round }[] = [];
    const isAny = path === ANY_QUERY;
    const asked = isAny ? { requests } : {}; // of both: what a server costs depends on how fast it is asked
    const ask = (options = {}) => load(product, isAny ? '/' : path, { ...asked, ...options });
    const askBare = (options = {}) => load(bare, isAny ? '/' : path, { ...asked, ...options });
    await ask({ duration: 1 });
    await askBare({ duration: 1 });
    for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await ask(), bare: await askBare() });
    const of = (server: 'ours' | 'bare', key: keyof Round) => median(rounds.map((round) => round[server][key]));
    const ratio = median(rounds.map((round) => round.ours.perCpuSecond / round.bare.perCpuSecond));
    const failed = rounds.reduce((sum, { ours }) => sum + ours.failed, 0);
    rows.push([path, of('ours', 'perCpuSecond'), of('bare', 'perCpuSecond'), ratio]);
    rows.at(-1)!.push(of('ours', 'perSecond'), of('bare', 'perSecond'), of('ours', 'p50'), of('ours', 'p99'), failed);
  }
  printTable(['page', 'per CPU s', 'bare', 'ratio', 'per s', 'bare', 'p50 ms', 'p99 ms', 'failed'], rows);
  for (const row of rows)
    target(`${row[0]}: at least 0.6 of the bare server, nothing failed`, Number(row[3]) >= 0.6 && row[8] === 0);
}
