import { setTimeout as sleep } from 'node:timers/promises';
import { PAGE_SIZE, views } from '#app/enquiries/inbox/inbox.ts';
import { listMessages } from '#app/enquiries/inbox/messages.server.ts';
import { searchOf } from '#app/enquiries/inbox/search.server.ts';
import { paths } from '#app/paths.ts';
import { visitAs, type Visitor } from '../../tests/support/visitor.ts';
import type pg from 'pg';
import type { Connection } from '#db/connection.ts';
import { openOrm, type EntityManager } from '#db/orm.ts';
import { connectionOf, openDatabase } from './database.ts';
import { requireLoopback } from './load.ts';
import { residentMiB, startProduct, type Served } from './processes.ts';
import { median, printTable, target } from './table.ts';

const SIZES = [50, 5_000, 500_000];
const ROUNDS = 5;
const REQUESTS = 30; // of each kind in a round
const EXPORTS = 3;
const STATISTICS_MS = 12_000; // connections that are idle tell what they did within 10 s

interface Inbox {
  size: number;
  product: Served;
  database: pg.Client;
  staff: Visitor;
  ids: string[];
}

/** The same tasks with few and with very many messages, and the export of very many. */
export default async function inbox(): Promise<void> {
  const inboxes: Inbox[] = [];
  for (const size of SIZES) inboxes.push(await makeInbox(size));
  const largest = inboxes.at(-1)!;
  const scansBefore = await sequentialScans(largest);

  const tasks: [name: string, (inbox: Inbox, n: number) => Promise<Response>][] = [
    ...views.map((view): (typeof tasks)[number] => [
      view,
      ({ staff }) => staff.get(`${paths.admin.messages}?view=${view}`),
    ]),
    [`mark ${PAGE_SIZE}`, (inbox, n) => markMany(inbox, n % 2 ? 'unread' : 'read')],
    ['dashboard', ({ staff }) => staff.get(paths.admin.dashboard)],
  ];
  const times = new Map(SIZES.map((size) => [size, tasks.map(() => [] as number[])]));
  for (let round = -1; round < ROUNDS; round++)
    for (const each of inboxes)
      for (const [at, [, task]] of tasks.entries()) {
        const time = await medianTime((n) => task(each, n));
        if (round >= 0) times.get(each.size)![at]!.push(time); // the first one compiles the code
      }
  const rows = SIZES.map((size) => times.get(size)!.map(median));
  printTable(
    ['messages', ...tasks.map(([name]) => `${name}, ms`)],
    rows.map((row, at) => [SIZES[at]!.toLocaleString('en-US'), ...row]),
  );
  for (const [column, [name]] of tasks.entries()) {
    const values = rows.map((row) => row[column]!);
    const ratio = Math.max(...values) / Math.min(...values);
    target(`${name}: ${ratio.toFixed(2)} between the slowest and the fastest size (at most 1.5)`, ratio <= 1.5);
  }
  await measureSearch(largest);
  const scans = (await sequentialScans(largest)) - scansBefore;
  target(`${scans} sequential scans of messages (none)`, scans === 0);
  await measureExport(largest);
  for (const { database } of inboxes) await database.end();
}

async function makeInbox(size: number): Promise<Inbox> {
  const product = await startProduct();
  const database = await openDatabase(product);
  const sql = async <T>(text: string, values: unknown[] = []) => (await database.query(text, values)).rows as T[];
  await database.query(
    `insert into messages (name, email, subject, message, service_type, preferred_contact, is_read, created_at,
       folder, spam_reason, trashed_at, answered_at, answered_by)
     select 'Client ' || i, 'client-' || i || '@example.com', 'Lift plan for module ' || i,
       'We need a lift plan for a module of 42 t at the port. The crane is a crawler of 200 t, radius 18 m.'
         || case when i = $1 then ' Needle.' else '' end,
       'lift-plan-review', 'email', i % 2 = 0, now() - i * interval '1 minute',
       case when i % 10 = 0 then 'spam' when i % 10 = 1 then 'trash' else 'inbox' end,
       case when i % 10 = 0 then 'It has 9 links.' end, case when i % 10 = 1 then now() - i * interval '1 second' end,
       case when i % 20 <> 3 then now() - i * interval '30 seconds' end, case when i % 20 <> 3 then 'ann@example.com' end
     from generate_series(1, $1::int) i`,
    [size],
  );
  await database.query(`with told as (
      insert into activities (kind, act, who, what, noun, noun_id)
      select 'enquiries', 'note', 'ann@example.com', 'Added a note to ' || reference, 'messages', id
      from messages where id % 5 = 0 returning id, noun_id
    ) insert into notes (activity_id, message_id, text) select id, noun_id, 'Rang, no answer.' from told`);
  await database.query('vacuum analyze messages, message_search, activities, notes');
  const staff = await visitAs({ url: product.url }, sql, 'admin');
  const rows = await sql<{ id: number }>(
    `select id from messages where folder = 'inbox' order by created_at desc limit ${PAGE_SIZE}`,
  );
  return { size, product, database, staff, ids: rows.map(({ id }) => String(id)) };
}

function markMany({ staff, ids }: Inbox, intent: 'read' | 'unread'): Promise<Response> {
  return staff.post(
    paths.admin.messages,
    new URLSearchParams([['intent', intent], ...ids.map((id) => ['message', id])]),
  );
}

async function medianTime(ask: (n: number) => Promise<Response>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const began = performance.now();
    const answer = await ask(n);
    requireLoopback(answer.url);
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}`);
  }
  return median(times);
}

/** How often all messages were read from first to last, as PostgreSQL counts it. */
async function sequentialScans({ database }: Inbox): Promise<number> {
  await sleep(STATISTICS_MS);
  const { rows } = await database.query<{ n: string }>(
    "select seq_scan as n from pg_stat_user_tables where relname = 'messages'",
  );
  return Number(rows[0]!.n);
}

const searches = {
  'a rare word': 'q=needle',
  'a word in every message': 'q=crane',
  '… of a day without any': 'q=crane&from=2099-01-01',
  'two words': 'q=crawler+module',
  "an e-mail's beginning": 'q=client-4711',
};
/** Neither in every message nor rare: the slowest there is, told without a target. */
const BETWEEN = ['what one in 43 has', 'q=client-47'] as const;

/** Searches, against opening the inbox in turns with them, and how the database goes about them. */
async function measureSearch({ staff, product, size }: Inbox): Promise<void> {
  const opened: number[] = [];
  const asked = [...Object.entries(searches), BETWEEN];
  const found = asked.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round++) {
    opened.push(await medianTime(() => staff.get(paths.admin.messages)));
    for (const [at, [, query]] of asked.entries())
      found[at]!.push(await medianTime(() => staff.get(`${paths.admin.messages}?${query}`)));
  }
  printTable(
    [`search in ${size.toLocaleString('en-US')}`, 'ms', 'times opening'],
    asked.map(([name], at) => [name, median(found[at]!), median(found[at]!) / median(opened)]),
  );
  const slowest = Math.max(...found.slice(0, -1).map(median)) / median(opened);
  target(`the slowest search takes ${slowest.toFixed(1)} times as long as opening the inbox (at most 3)`, slowest <= 3);
  const orm = await openOrm((await connectionOf(product)) as Connection);
  try {
    for (const [name, query] of Object.entries(searches)) {
      console.log(`  plans for ${name}:`);
      const { search } = searchOf(Object.fromEntries(new URLSearchParams(query)));
      await listMessages(explaining(orm.em.fork() as EntityManager), 'read', null, search);
    }
  } finally {
    await orm.close();
  }
}

/** Prints the plan of each statement before it is run. */
const explaining = (em: EntityManager) =>
  ({
    execute: async (sql: string, values: unknown[]) => {
      const plan = await em.execute<Record<string, string>[]>(`explain (costs off) ${sql}`, values);
      for (const line of plan) console.log(`    ${Object.values(line)[0]}`);
      return em.execute(sql, values);
    },
  }) as EntityManager;

async function measureExport({ product, staff, size }: Inbox): Promise<void> {
  for (let run = 1; run <= EXPORTS; run++) {
    const before = residentMiB(product.pid);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, residentMiB(product.pid))), 20);
    const began = performance.now();
    const answer = await staff.get(paths.admin.exportMessages);
    let start = 0;
    let bytes = 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      start ||= performance.now() - began;
      bytes += chunk.length;
    }
    clearInterval(watch);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`  export ${run} of ${size} messages: ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds} s`);
    target(`starts after ${start.toFixed(0)} ms (at most 300)`, start <= 300);
    target(`memory grows by ${(most - before).toFixed(0)} MiB (less than 96)`, most - before < 96);
  }
}
