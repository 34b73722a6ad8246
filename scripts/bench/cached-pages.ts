import { setTimeout as sleep } from 'node:timers/promises';
import { load, type Round } from './load.ts';
import { startBare, startProduct } from './processes.ts';
import { median, printTable, target } from './table.ts';

export const PAGES = ['/', '/services', '/about', '/contact'];
const ROUNDS = 5;

/** Pages from memory, against node:http with the same bytes and headers from memory. */
export default async function cachedPages(): Promise<void> {
  const product = await startProduct();
  for (const path of PAGES) await fetch(product.url + path); // renders and keeps it
  await sleep(2000); // compressed in the background
  const bare = await startBare('pages', { PRODUCT_URL: product.url, PATHS: PAGES.join(' ') });
  const rows: (string | number)[][] = [];
  for (const path of PAGES) {
    const rounds: { ours: Round; bare: Round }[] = [];
    await load(product, path, { duration: 1 });
    await load(bare, path, { duration: 1 });
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ ours: await load(product, path), bare: await load(bare, path) });
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
