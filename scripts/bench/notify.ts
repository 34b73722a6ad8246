import http from 'node:http';
import pg from 'pg';
import { connectionOf } from './database.ts';
import { cpuSeconds, type Served } from './processes.ts';
import { cpuSeconds as ownCpuSeconds } from '../../tests/support/cpu-seconds.ts';
import { median, percentile, printTable, target } from './table.ts';

const LISTENERS = [3, 10, 30];
const CHANGES = 200;
const NOTIFIES = 3000; // for the CPU time, which is counted in hundredths of a second
const WRITERS = 8;
const WRITES_MS = 2000;
const HEARD_MS = 10_000;

/**
 * How long until the last of some listeners has heard of a change, and what telling them costs the database. The
 * processes are listeners, too: each has an open page, and hears as late as that.
 */
export async function measureNotify(products: readonly Served[]): Promise<void> {
  const first = products[0]!;
  const connection = await connectionOf(first);
  const writer = await connected(connection);
  const pages = await Promise.all(products.map((product) => openPage(product)));
  const others: Listener[] = [];
  const rows: number[][] = [];
  for (const count of LISTENERS) {
    while (others.length + pages.length < count) others.push(await listener(connection));
    const delays: number[] = [];
    for (let n = 0; n < CHANGES; n++) {
      const text = `change ${count}-${n} of this bench`;
      const began = performance.now();
      const heard = [...pages.map((page) => page.hears(text)), ...others.map((other) => other.hears('site_status'))];
      await writer.query('update site_status set message = $1', [text]);
      await Promise.all(heard);
      delays.push(performance.now() - began);
    }
    const before = databaseSeconds(first);
    for (let n = 0; n < NOTIFIES; n++) await writer.query(`select pg_notify('changed', 'nothing')`);
    const micros = ((databaseSeconds(first) - before) / NOTIFIES) * 1e6;
    rows.push([count, median(delays), percentile(delays, 0.99), micros]);
  }
  printTable(['listeners', 'last has heard, p50 ms', 'p99 ms', 'database, CPU µs a NOTIFY'], rows);
  const slower = rows.at(-1)![1]! / rows[0]![1]!;
  target(`30 listeners: heard after ${slower.toFixed(1)} times as long as by 3 (at most 3)`, slower <= 3);
  await measureCommits(connection, writer);
  for (const page of pages) page.close();
  await Promise.all([writer, ...others.map(({ client }) => client)].map((client) => client.end()));
}

/** Commits that notify wait for each other: how many there are in a second, beside those that do not. */
async function measureCommits(connection: pg.ClientConfig, admin: pg.Client): Promise<void> {
  await admin.query('create table bench_commits (id serial primary key, text text)');
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => connected(connection)));
  const perSecond = async (sql: string) => {
    let commits = 0;
    const until = performance.now() + WRITES_MS;
    const work = async (client: pg.Client) => {
      for (; performance.now() < until; commits++) await client.query(sql);
    };
    await Promise.all(writers.map(work));
    return commits / (WRITES_MS / 1000);
  };
  const insert = `insert into bench_commits (text) values ('a commit')`;
  const rounds: [silent: number, telling: number][] = [];
  for (let round = 0; round < 3; round++)
    rounds.push([
      await perSecond(insert),
      await perSecond(`with saved as (${insert} returning 1) select pg_notify('changed', 'nothing') from saved`),
    ]);
  await admin.query('drop table bench_commits');
  await Promise.all(writers.map((client) => client.end()));
  const share = median(rounds.map(([silent, telling]) => telling / silent));
  const [silent, telling] = [0, 1].map((at) => median(rounds.map((round) => round[at]!)));
  console.log(
    `  ${WRITERS} writers: ${silent!.toFixed(0)} commits a second, ${telling!.toFixed(0)} with a NOTIFY (${share.toFixed(2)})`,
  );
}

/** The CPU time of the database that a product runs. */
const databaseSeconds = ({ pid }: Served) => cpuSeconds([pid]) - ownCpuSeconds(pid);

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // the product may end first
  await client.connect();
  return client;
}

type Listener = Awaited<ReturnType<typeof listener>>;

async function listener(connection: pg.ClientConfig) {
  const client = await connected(connection);
  const { hears, hear } = ears();
  client.on('notification', ({ payload }) => hear(payload ?? ''));
  await client.query('listen changed');
  return { client, hears };
}

function openPage({ url }: Served): Promise<{ hears(text: string): Promise<void>; close(): void }> {
  const { hears, hear } = ears();
  return new Promise((resolve, reject) => {
    const request = http.get(`${url}/events`, { agent: false }, (response) => {
      response.setEncoding('utf8').on('data', hear);
      response.on('error', () => {}); // closed by us
      resolve({ hears, close: () => request.destroy() });
    });
    request.once('error', reject);
  });
}

/** Waits for words. */
function ears() {
  let waiting: { text: string; heard(): void } | null = null;
  return {
    hear: (said: string) => {
      if (waiting && said.includes(waiting.text)) waiting.heard();
    },
    hears: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`nobody said "${text}"`)), HEARD_MS);
        const heard = () => {
          clearTimeout(late);
          waiting = null;
          resolve();
        };
        waiting = { text, heard };
      }),
  };
}
