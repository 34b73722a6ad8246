import { PAGES } from './cached-pages.ts';
import { load, type Round } from './load.ts';
import { startBare, startProduct } from './processes.ts';
import { median, printTable, target } from './table.ts';

const ROUNDS = 5;
/** No cookie of ours, but one that might be. */
const headers = { cookie: 'a=notice' };
/** What the target of 500 a second was set beside: the bare server's requests per CPU second on that machine. */
const BARE_AT_TARGET = 40_600;

/**
 * Pages rendered for each request: whoever may have a notice waiting gets no kept page. A busy or slower machine slows the bare
 * server as well, so the target is held in proportion to it.
 */
export default async function uncachedPages(): Promise<void> {
  const product = await startProduct();
  const bare = await startBare('pages', { PRODUCT_URL: product.url, PATHS: PAGES.join(' ') });
  for (const path of PAGES) await load(product, path, { duration: 2, headers }); // until its code is compiled
  await load(bare, '/', { duration: 1 });
  const rows: (string | number)[][] = [];
  for (const path of PAGES) {
    const rounds: { ours: Round; bare: Round }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        ours: await load(product, path, { duration: 2, headers }),
        bare: await load(bare, path, { duration: 1 }),
      });
    const of = (key: keyof Round) => median(rounds.map((round) => round.ours[key]));
    const share = median(rounds.map((round) => round.ours.perCpuSecond / round.bare.perCpuSecond));
    const failed = rounds.reduce((sum, { ours }) => sum + ours.failed, 0);
    const row = [
      path,
      of('perCpuSecond'),
      median(rounds.map((round) => round.bare.perCpuSecond)),
      share * BARE_AT_TARGET,
    ];
    rows.push([...row, of('perSecond'), of('p50'), of('p99'), failed]);
  }
  const columns = ['page', 'per CPU s', 'bare', 'in proportion', 'per s', 'p50 ms', 'p99 ms', 'failed'];
  printTable(columns, rows);
  for (const row of rows)
    target(
      `${row[0]}: at least 800 per CPU second in proportion, nothing failed`,
      Number(row[3]) >= 800 && row[7] === 0,
    );
}
