import type { Options } from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#app/paths.ts';
import { cpuSeconds as ownCpuSeconds } from '../../tests/support/cpu-seconds.ts';
import { visitAs } from '../../tests/support/visitor.ts';
import { connectionOf, openDatabase } from './database.ts';
import { posting } from './enquiries.ts';
import { load } from './load.ts';
import { measureNotify } from './notify.ts';
import { cpuSeconds, startBare, startProduct, type Served } from './processes.ts';
import { printTable, target } from './table.ts';

const SIZES = [1, 2, 3];
const ROUNDS = 9; // each process is as often alone, one of two and one of three
const WARM = 6;
const MESSAGES = 500;

/** Processes on one database; the first of them runs it. */
interface Cluster {
  products: Served[];
  cookie: string;
}

interface Work {
  name: string;
  path: string;
  /** How many requests each process gets in a round. */
  amount: number;
  options(cluster: Cluster): Partial<Options>;
  /** How much each of several processes must do in a second of CPU time, as a share of what one process does alone. */
  atLeast: number | null;
}
const works: Work[] = [
  { name: 'pages from memory', path: '/', amount: 10_000, options: () => ({}), atLeast: 0.9 },
  {
    name: 'rendered pages',
    path: '/services',
    amount: 600,
    options: () => ({ headers: { cookie: 'a=notice' } }),
    atLeast: 0.9,
  },
  {
    name: 'enquiries',
    path: paths.contactForm,
    amount: 500,
    options: ({ products }) => ({ requests: [posting(products[0]!.url)] }),
    atLeast: 0.75,
  },
  {
    name: 'inbox list',
    path: paths.admin.messages,
    amount: 30,
    options: ({ cookie }) => ({ headers: { cookie }, connections: 8 }),
    atLeast: null,
  },
];

/** What rounds came to: CPU seconds of the products and of the database. */
interface Round {
  requests: number;
  ours: number;
  database: number;
  failed: number;
}

/**
 * The same work by one, two and three processes on a database, by CPU time: as many connections and as much to do for each.
 * All three run all the time and take turns at being asked alone, by twos and all at once, because two processes that run
 * the same code differ by up to a tenth in what V8 made of it. Run it on a calm machine: cores are fewer than processes,
 * and whoever shares their caches takes from what several do.
 */
export default async function cluster(): Promise<void> {
  const site = await startCluster(Math.max(...SIZES), await startBare('mail'));
  const rows: (string | number)[][] = [];
  const wanted: [text: string, isMet: boolean][] = [];
  for (const work of works) {
    const rounds = SIZES.map(() => [] as Round[]);
    await ask(site, site.products, work, work.amount * WARM); // compiles the code
    for (let round = 0; round < ROUNDS; round++)
      for (const at of round % 2 ? [0, 1, 2] : [2, 1, 0]) {
        const turn = site.products.map((_, n) => site.products[(round + n) % site.products.length]!);
        rounds[at]!.push(await measure(site, turn.slice(0, SIZES[at]), work));
      }
    const sums = rounds.map(sumOf);
    for (const [at, { perCpuSecond, databaseMs, failed }] of sums.entries()) {
      const ofOne = perCpuSecond / sums[0]!.perCpuSecond;
      rows.push([work.name, String(SIZES[at]), perCpuSecond, ofOne, databaseMs, failed]);
      const said = `${work.name}, ${SIZES[at]} processes: ${ofOne.toFixed(2)} of one (at least ${work.atLeast})`;
      if (at > 0 && work.atLeast !== null) wanted.push([said, ofOne >= work.atLeast]);
    }
  }
  printTable(['work', 'processes', 'per CPU s', 'of one', 'database, CPU ms for 1,000', 'failed'], rows);
  for (const [text, isMet] of wanted) target(text, isMet);
  target(
    'nothing failed',
    rows.every((row) => row.at(-1) === 0),
  );
  await measureNotify(site.products);
}

function sumOf(rounds: readonly Round[]) {
  const sum = (key: keyof Round) => rounds.reduce((all, round) => all + round[key], 0);
  return {
    perCpuSecond: sum('requests') / sum('ours'),
    databaseMs: (sum('database') / sum('requests')) * 1e6,
    failed: sum('failed'),
  };
}

async function startCluster(size: number, mail: Served): Promise<Cluster> {
  const settings = {
    TRUST_PROXY: '1',
    POSTMARK_SERVER_TOKEN: 'bench',
    POSTMARK_API_URL: mail.url,
    MAIL_FROM: 'site@example.com',
    MAIL_TO: 'office@example.com',
  };
  const first = await startProduct(settings);
  const { host, port, user, database } = await connectionOf(first);
  const DATABASE_URL = `postgres://${user}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`;
  const products = [first];
  // All say that they are the first's address, as behind a balancer.
  while (products.length < size) products.push(await startProduct({ ...settings, DATABASE_URL, APP_URL: first.url }));
  const client = await openDatabase(first);
  await client.query(
    `insert into messages (name, email, subject, message, service_type, preferred_contact, is_read, created_at)
     select 'Client ' || i, 'client-' || i || '@example.com', 'Lift plan for module ' || i, 'A module of 42 t.',
       'lift-plan-review', 'email', i % 2 = 0, now() - i * interval '1 minute' from generate_series(1, $1::int) i`,
    [MESSAGES],
  );
  const sql = async <T>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as T[];
  const { cookie } = await visitAs(first, sql, 'admin');
  await client.end();
  for (const product of products) await load(product, '/', { amount: 100 });
  await sleep(2000); // compressed in the background
  return { products, cookie };
}

function ask(site: Cluster, products: readonly Served[], { path, options }: Work, amount: number) {
  return Promise.all(products.map((product) => load(product, path, { ...options(site), amount })));
}

/** Asks some of the processes, all at once. */
async function measure(site: Cluster, asked: readonly Served[], work: Work): Promise<Round> {
  const cpuOf = (products: readonly Served[]) => products.reduce((sum, { pid }) => sum + ownCpuSeconds(pid), 0);
  const database = () => cpuSeconds(site.products.map(({ pid }) => pid)) - cpuOf(site.products);
  await ask(site, asked, work, Math.ceil(work.amount / 3)); // who had a rest has tidied its memory up, and begins slowly
  const before = { ours: cpuOf(asked), database: database() };
  const done = await ask(site, asked, work, work.amount);
  return {
    requests: done.reduce((sum, each) => sum + each.requests, 0),
    ours: cpuOf(asked) - before.ours,
    database: database() - before.database,
    failed: done.reduce((sum, each) => sum + each.failed, 0),
  };
}
