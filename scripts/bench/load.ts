import { setTimeout as sleep } from 'node:timers/promises';
import type { Options, Request } from 'autocannon';
import { paths } from '#app/paths.ts';
import { visitAs } from '../../tests/support/visitor.ts';
import * as bench from './processes.ts';

const ROUNDS = 5;
const SIZES = [1, 2, 3];
const CLUSTER_ROUNDS = 9; // each process runs equally often alone, with one other and with two others

/** Enquiries by the contact form, compared with node:http and one insert of the same fields. */
export async function contact(): Promise<void> {
  const product = await bench.startProduct(await bench.startMail());
  const bare = await bench.startBare('inserts', { CONNECTION: JSON.stringify(await bench.connectionOf(product)) });
  const sql = await bench.openDatabase(product);
  const requests = [enquiry(product.url)];
  let acknowledged = 0;
  const ask = async () => {
    const round = await bench.load(product, paths.contactForm, { requests });
    acknowledged += round.requests;
    return round;
  };
  const askBare = () => bench.load(bare, paths.contactForm, { requests }, [product]); // the parent of the database
  await bench.compare(1, ask, askBare); // compiles the code
  const { rounds, of, ratio, failed } = await bench.compare(ROUNDS, ask, askBare);
  const [{ stored, queued }] = (await sql(
    'select (select count(*)::int from messages) as stored, (select count(*)::int from notifications) as queued',
  )) as [{ stored: number; queued: number }];
  bench.printTable(
    (['ours', 'bare'] as const).map((server) => ({
      server,
      'per CPU s': of(server, 'perCpuSecond'),
      'p50 ms': of(server, 'p50'),
      'p99 ms': of(server, 'p99'),
    })),
  );
  const tail = bench.median(rounds.map(({ ours }) => ours.p99 / ours.p50));
  console.log(`  acknowledged ${acknowledged}, messages ${stored}, notifications ${queued}, failed ${failed}`);
  bench.checkTarget(`${ratio.toFixed(2)} of the bare server per CPU second (at least 0.25)`, ratio >= 0.25);
  bench.checkTarget(`p99 is ${tail.toFixed(1)} times p50 (under 10)`, tail < 10);
  // An enquiry may be saved after the round has ended, and then its answer is not counted.
  bench.checkTarget('nothing lost, each with its notification', stored >= acknowledged && queued === stored);
}

let sent = 0;

/** Makes each request a new enquiry from a new address, so that neither the limit nor the repeat check stops it. */
function enquiry(origin: string): Request {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    setupRequest(request) {
      const n = ++sent;
      const form = new URLSearchParams({
        fullName: `Visitor ${n}`,
        companyName: 'A Company Ltd',
        email: `visitor-${n}@example.com`,
        phone: '868 555 0100',
        subject: 'A lift of a transformer',
        message: `We have to lift a transformer of 40 t onto its plinth, radius 18 m, in March. This is enquiry ${n}.`,
        serviceType: 'lift-plan-review',
        preferredContact: 'email',
        consent: 'on',
        formId: `bench-${n}`,
      });
      const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
      return { ...request, headers: { ...request.headers, 'x-forwarded-for': address }, body: form.toString() };
    },
  };
}

interface Work {
  path: string;
  amount: number;
  options: Partial<Options>;
  /** What each of several processes must do per second of CPU time, as a share of one process alone. */
  atLeast: number;
}

/**
 * The same work by one, two and three processes on a database, compared by CPU time. All three processes run all the
 * time and take turns, because V8 compiles the same code differently: two processes differ by up to a tenth. Run it on an
 * idle machine, because other programs use the shared caches, too.
 */
export async function cluster(): Promise<void> {
  const products = await startCluster();
  const { cookie } = await visitAs(products[0]!, await bench.openDatabase(products[0]!), 'admin');
  const rendered = { headers: bench.uncachedHeaders };
  const requests = [enquiry(products[0]!.url)];
  const listed = { headers: { cookie }, connections: 8 };
  const works: Record<string, Work> = {
    'pages from memory': { path: '/', amount: 10_000, options: {}, atLeast: 0.9 },
    'rendered pages': { path: '/services', amount: 600, options: rendered, atLeast: 0.9 },
    enquiries: { path: paths.contactForm, amount: 500, options: { requests }, atLeast: 0.75 },
    'inbox list': { path: paths.admin.messages, amount: 30, options: listed, atLeast: 0 }, // printed without a target
  };
  for (const [name, work] of Object.entries(works)) {
    const sums = SIZES.map(() => ({ requests: 0, failed: 0, ours: 0, database: 0 }));
    await ask(products, { ...work, amount: work.amount * 6 }); // compiles the code
    for (let round = 0; round < CLUSTER_ROUNDS; round++)
      for (const at of round % 2 ? [0, 1, 2] : [2, 1, 0]) {
        const turn = products.map((_, n) => products[(round + n) % products.length]!);
        const done = await measure(products, turn.slice(0, SIZES[at]), work);
        for (const key of ['requests', 'failed', 'ours', 'database'] as const) sums[at]![key] += done[key];
      }
    const rows = sums.map((sum, at) => ({
      [name]: `${SIZES[at]} processes`,
      'per CPU s': sum.requests / sum.ours,
      'of one': sum.requests / sum.ours / (sums[0]!.requests / sums[0]!.ours),
      'database, CPU ms for 1,000': (sum.database / sum.requests) * 1e6,
      failed: sum.failed,
    }));
    bench.printTable(rows);
    const ofOne = Math.min(...rows.map((row) => row['of one']));
    bench.checkTarget(`${name}: ${ofOne.toFixed(2)} of one process (at least ${work.atLeast})`, ofOne >= work.atLeast);
    bench.checkTarget(`${name}: nothing failed`, !rows.some(({ failed }) => failed));
  }
}

/** Starts processes on one database. All have the address of the first, as behind a balancer. */
async function startCluster(): Promise<bench.Served[]> {
  const settings = await bench.startMail();
  const first = await bench.startProduct(settings);
  const { host, port, user, database } = await bench.connectionOf(first);
  const DATABASE_URL = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const products = [first];
  while (products.length < Math.max(...SIZES))
    products.push(await bench.startProduct({ ...settings, DATABASE_URL, APP_URL: first.url }));
  const sql = await bench.openDatabase(first);
  await sql(
    `insert into messages (name, email, subject, message, service_type, preferred_contact, is_read, created_at)
     select 'Client ' || i, 'client-' || i || '@example.com', 'Lift plan for module ' || i, 'A module of 42 t.',
       'lift-plan-review', 'email', i % 2 = 0, now() - i * interval '1 minute' from generate_series(1, 500) i`,
  );
  for (const product of products) await bench.load(product, '/', { amount: 100 });
  await sleep(2000); // until pages are compressed
  return products;
}

const ask = (asked: readonly bench.Served[], { path, options, amount }: Work) =>
  Promise.all(asked.map((product) => bench.load(product, path, { ...options, amount })));

/** Loads some of the processes at once and measures their CPU seconds and the database's. */
async function measure(products: readonly bench.Served[], asked: readonly bench.Served[], work: Work) {
  const cpuOf = (some: readonly bench.Served[]) => some.reduce((sum, { pid }) => sum + bench.ownCpuSeconds(pid), 0);
  await ask(asked, { ...work, amount: Math.ceil(work.amount / 3) }); // a process is slower after a rest
  const before = { ours: cpuOf(asked), database: databaseSeconds(products) };
  const done = await ask(asked, work);
  return {
    requests: done.reduce((sum, each) => sum + each.requests, 0),
    failed: done.reduce((sum, each) => sum + each.failed, 0),
    ours: cpuOf(asked) - before.ours,
    database: databaseSeconds(products) - before.database,
  };
}

const databaseSeconds = (products: readonly bench.Served[]) =>
  products.reduce((sum, { pid }) => sum + bench.cpuSeconds([pid]) - bench.ownCpuSeconds(pid), 0);
