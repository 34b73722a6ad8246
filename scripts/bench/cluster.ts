import type { Options } from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#app/paths.ts';
import { cpuSeconds as ownCpuSeconds } from '../../tests/support/cpu-seconds.ts';
import { signIn } from '../../tests/support/staff-client.ts';
import { connectionOf, openDatabase } from './database.ts';
import { posting } from './enquiries.ts';
import { load } from './load.ts';
import { measureNotify } from './notify.ts';
import { cpuSeconds, startBare, startProduct, type Served } from './processes.ts';
import { median, printTable, target } from './table.ts';

const SIZES = [1, 2, 3];
const ROUNDS = 6;
const WARM = 8;
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
  /** Of the work that one process does in a second of its CPU time, what each of several must do. */
  atLeast: number | null;
}
const works: Work[] = [
  { name: 'pages from memory', path: '/', amount: 5000, options: () => ({}), atLeast: 0.9 },
  {
    name: 'rendered pages',
    path: '/services',
    amount: 400,
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

/** What a round came to: for each second of CPU time of the products, and of the database for a thousand requests. */
interface Round {
  perCpuSecond: number;
  databaseMs: number;
  failed: number;
}

/**
 * The same work by one, two and three processes on a database of theirs, by CPU time: as many connections and as much to do
 * for each. The machine's cores are fewer than the processes and the load comes from
 * one more, so that even processes that know nothing of each other do less for a second of CPU time when there are more of
 * them at once. So each round asks as many with a database each, too: what sharing one costs is the difference.
 */
export default async function cluster(): Promise<void> {
  const mail = await startBare('mail');
  const clusters: Cluster[] = [];
  for (const size of SIZES) clusters.push(await startCluster(size, mail));
  const rows: (string | number)[][] = [];
  const wanted: [text: string, isMet: boolean][] = [];
  for (const work of works) {
    const rounds = SIZES.map(() => [] as { together: Round; apart: Round }[]);
    for (const each of clusters) await warmUp(each, work);
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, size] of SIZES.entries()) {
        const apartFirst = round % 2 ? await measure(clusters.slice(0, size), 1, work) : null;
        const together = await measure([clusters[at]!], size, work);
        rounds[at]!.push({ together, apart: apartFirst ?? (await measure(clusters.slice(0, size), 1, work)) });
      }
    for (const [at, size] of SIZES.entries()) {
      const mine = rounds[at]!;
      const of = (key: keyof Round) => median(mine.map(({ together }) => together[key]));
      const ofOne = median(
        mine.map(({ together }, round) => together.perCpuSecond / rounds[0]![round]!.together.perCpuSecond),
      );
      const ofApart = median(mine.map(({ together, apart }) => together.perCpuSecond / apart.perCpuSecond));
      const failed = mine.reduce((sum, { together, apart }) => sum + together.failed + apart.failed, 0);
      rows.push([work.name, String(size), of('perCpuSecond'), ofOne, ofApart, of('databaseMs'), failed]);
      const said = `${work.name}, ${size} processes: ${ofApart.toFixed(2)} of as many apart (at least ${work.atLeast})`;
      if (size > 1 && work.atLeast !== null) wanted.push([said, ofApart >= work.atLeast]);
    }
  }
  const columns = [
    'work',
    'processes',
    'per CPU s',
    'of one',
    'of as many apart',
    'database, CPU ms for 1,000',
    'failed',
  ];
  printTable(columns, rows);
  for (const [text, isMet] of wanted) target(text, isMet);
  target(
    'nothing failed',
    rows.every((row) => row.at(-1) === 0),
  );
  await measureNotify(clusters.at(-1)!.products);
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
  const { cookie } = await signIn(first, sql, 'admin');
  await client.end();
  for (const product of products) await load(product, '/', { amount: 100 });
  await sleep(2000); // compressed in the background
  return { products, cookie };
}

/** Lets each process compile the code, which takes it thousands of requests: some are asked more often than others later. */
async function warmUp(cluster: Cluster, { path, amount, options }: Work): Promise<void> {
  for (const product of cluster.products) await load(product, path, { ...options(cluster), amount: amount * WARM });
}

/** Asks the first processes of some clusters, all at once. */
async function measure(clusters: Cluster[], ofEach: number, { path, amount, options }: Work): Promise<Round> {
  const asked = clusters.flatMap((cluster) =>
    cluster.products.slice(0, ofEach).map((product) => ({ cluster, product })),
  );
  const own = () => clusters.flatMap(({ products }) => products).reduce((sum, { pid }) => sum + ownCpuSeconds(pid), 0);
  const all = () => cpuSeconds(clusters.flatMap(({ products }) => products.map(({ pid }) => pid)));
  const ours = () => asked.reduce((sum, { product }) => sum + ownCpuSeconds(product.pid), 0);
  const askAll = (count: number) =>
    Promise.all(asked.map(({ cluster, product }) => load(product, path, { ...options(cluster), amount: count })));
  await askAll(Math.ceil(amount / 3)); // who had a rest has tidied its memory up, and begins slowly
  const before = { own: own(), all: all(), ours: ours() };
  const done = await askAll(amount);
  const database = all() - before.all - (own() - before.own);
  const requests = done.reduce((sum, round) => sum + round.requests, 0);
  return {
    perCpuSecond: requests / (ours() - before.ours),
    databaseMs: (database / requests) * 1e6,
    failed: done.reduce((sum, round) => sum + round.failed, 0),
  };
}
