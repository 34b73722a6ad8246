import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './load.ts';
import { memoryBelowMiB, residentMiB, startBare, startProduct, type Served } from './processes.ts';
import { printTable, target } from './table.ts';

const KEPT_VIEWS = 8000;
const FORM_VIEWS = 2000; // rendered for each request
const QUIET_MS = 12_000; // in which the server notices that the rush is over
const RUSH_MIB = 250;
const QUIET_MIB = 160;

/** Resident memory before, at the end of and after many page views, beside a bare Node that gives the same bytes. */
export default async function memory(): Promise<void> {
  const product = await startProduct({}, [], '/');
  const bare = await startBare('pages', { PRODUCT_URL: product.url, PATHS: '/ /contact-form' });
  const look = () => [residentMiB(product.pid), memoryBelowMiB(product.pid), residentMiB(bare.pid)];
  const rows: (string | number)[][] = [['fresh', ...look()]];
  await rush(bare);
  const views = await rush(product);
  rows.push([`at the end of ${views} page views, 32 at once`, ...look()]);
  await sleep(QUIET_MS);
  rows.push(['when quiet again', ...look()]);
  printTable(['MiB', 'product', 'its database', 'bare Node'], rows);
  const [busy, quiet] = [Number(rows[1]![1]), Number(rows[2]![1])];
  target(`${busy.toFixed(0)} MiB at the end of the rush (at most ${RUSH_MIB})`, busy <= RUSH_MIB);
  target(`${quiet.toFixed(0)} MiB when quiet (at most ${QUIET_MIB})`, quiet <= QUIET_MIB);
}

async function rush(server: Served): Promise<number> {
  const kept = await load(server, '/', { amount: KEPT_VIEWS, duration: 30 });
  const rendered = await load(server, '/contact-form', { amount: FORM_VIEWS, duration: 30 });
  return kept.requests + rendered.requests;
}
