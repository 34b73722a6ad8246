import { setTimeout as sleep } from 'node:timers/promises';
import { readAnswerSpeed } from '#app/enquiries/answer-speed.server.ts';
import { PAGE_SIZE, listTables, views } from '#app/enquiries/inbox/inbox.ts';
import { listMessages } from '#app/enquiries/inbox/messages.server.ts';
import { paths } from '#app/paths.ts';
import type { Connection } from '#db/connection.ts';
import { openOrm, type EntityManager } from '#db/orm.ts';
import { measureGrowth, secondsSince } from '../../tests/support/process.ts';
import { visitAs, type Visitor } from '../../tests/support/visitor.ts';
import type { Sql } from '../../tests/support/test-postgres.ts';
import * as bench from './processes.ts';

const SIZES = [50, 5_000, 500_000];
const ROUNDS = 5;
const REQUESTS = 30; // of each kind per round
const STATISTICS_MS = 12_000; // idle connections report their statistics within 10 s

interface Inbox {
  product: bench.Served;
  sql: Sql;
  staff: Visitor;
  /** Forms that mark the newest messages read or unread. */
  marks: URLSearchParams[];
}

/** The same tasks with few and with very many messages; search and export with very many. */
export async function inbox(): Promise<void> {
  const inboxes: Inbox[] = [];
  for (const size of SIZES) inboxes.push(await makeInbox(size));
  const largest = inboxes.at(-1)!;
  const scansBefore = await countScans(largest);
  const tasks: Record<string, (inbox: Inbox, n: number) => Promise<Response>> = {
    ...Object.fromEntries(
      views.map((view) => [view, ({ staff }: Inbox) => staff.get(`${paths.admin.messages}?view=${view}`)]),
    ),
    [`mark ${PAGE_SIZE}`]: ({ staff, marks }, n) => staff.post(paths.admin.messages, marks[n % 2]!),
    dashboard: ({ staff }) => staff.get(paths.admin.dashboard),
  };
  const times = Object.values(tasks).map(() => inboxes.map(() => [] as number[]));
  for (let round = -1; round < ROUNDS; round++)
    for (const [at, each] of inboxes.entries())
      for (const [n, task] of Object.values(tasks).entries()) {
        const time = await timeRequests((request) => task(each, request));
        if (round >= 0) times[n]![at]!.push(time); // the first round compiles the code
      }
  for (const [at, name] of Object.keys(tasks).entries()) {
    const values = times[at]!.map(bench.median);
    const ratio = Math.max(...values) / Math.min(...values);
    const ms = values.map((value) => value.toFixed(1)).join(', ');
    bench.checkTarget(`${name}: ${ms} ms, the slowest ${ratio.toFixed(2)} of the fastest (at most 1.5)`, ratio <= 1.5);
  }
  const search = await timeSearches(largest.staff);
  bench.checkTarget(`the slowest search takes ${search.toFixed(1)} times as long as opening (at most 3)`, search <= 3);
  const scans = (await countScans(largest)) - scansBefore;
  bench.checkTarget(`${scans} sequential scans of messages (none)`, scans === 0);
  await printPlans(largest);
  for (let run = 0; run < 3; run++) await measureExport(largest);
}

/** How PostgreSQL finds the first page of each table, and the figures of the dashboard. */
async function printPlans({ product, staff }: Inbox): Promise<void> {
  const orm = await openOrm((await bench.connectionOf(product)) as Connection);
  const em = orm.em.fork() as EntityManager;
  const explaining = {
    execute: async (sql: string, values: unknown[] = []) => {
      const plan = await em.execute<Record<string, string>[]>(`explain (costs off) ${sql}`, values);
      for (const line of plan) console.log(`    ${Object.values(line)[0]}`);
      return em.execute(sql, values);
    },
  } as EntityManager;
  for (const name of new Set(views.flatMap(listTables))) {
    console.log(`  plan of ${name}:`);
    await listMessages(explaining, name, null, undefined, staff.accountId);
  }
  console.log('  plan of the dashboard:');
  await readAnswerSpeed(explaining);
  await orm.close();
}

async function makeInbox(size: number): Promise<Inbox> {
  const product = await bench.startProduct();
  const sql = await bench.openDatabase(product);
  const staff = await visitAs(product, sql, 'admin');
  const [other, mine] = await sql<{ id: number }>('select id from owners order by id');
  await sql(
    `insert into messages (name, email, subject, message, service_type, preferred_contact, is_read, created_at,
       folder, spam_reason, trashed_at, answered_at, answered_by, owner_id, later_until)
     select 'Client ' || i, 'client-' || i || '@example.com', 'Lift plan for module ' || i,
       'We need a lift plan for a module of 42 t at the port. The crane is a crawler of 200 t, radius 18 m.'
         || case when i = $1 then ' Needle.' else '' end,
       'lift-plan-review', 'email', i % 2 = 0, now() - i * interval '1 minute',
       case when i % 10 = 0 then 'spam' when i % 10 = 1 then 'trash' else 'inbox' end,
       case when i % 10 = 0 then 'It has 9 links.' end, case when i % 10 = 1 then now() - i * interval '1 second' end,
       case when i % 20 not in (3, 5) then now() - i * interval '30 seconds' end,
       case when i % 20 not in (3, 5) then 'ann@example.com' end,
       case i % 3 when 0 then $2 when 1 then $3 end::int, case when i % 20 = 5 then now() + i * interval '1 hour' end
     from generate_series(1, $1::int) i`,
    [size, mine!.id, other!.id],
  );
  await sql(`with told as (
      insert into activities (kind, act, who, what, noun, noun_id)
      select 'enquiries', 'note', 'ann@example.com', 'Added a note to ' || reference, 'messages', id
      from messages where id % 5 = 0 returning id, noun_id
    ) insert into notes (activity_id, message_id, text) select id, noun_id, 'Rang, no answer.' from told`);
  await sql(`insert into inbound_mails (id, state, way, kind, message_id, name, email, subject, text)
    select gen_random_uuid(), 'read', 'imap', 'answer', id, name, email, 'Re: ' || subject, 'Monday suits us.'
    from messages where id % 4 = 0`);
  await sql('vacuum analyze messages, message_search, activities, notes, inbound_mails');
  const newest = await sql<{ id: number }>(
    `select id from messages where folder = 'inbox' order by created_at desc limit ${PAGE_SIZE}`,
  );
  const ids = newest.map(({ id }) => ['message', String(id)]);
  const marks = ['read', 'unread'].map((intent) => new URLSearchParams([['intent', intent], ...ids]));
  return { product, sql, staff, marks };
}

async function timeRequests(ask: (n: number) => Promise<Response>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const began = performance.now();
    const answer = await ask(n);
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    if (![200, 303].includes(answer.status)) throw new Error(`${answer.url} answered ${answer.status}`);
  }
  return bench.median(times);
}

async function countScans({ sql }: Inbox): Promise<number> {
  await sleep(STATISTICS_MS);
  const [row] = await sql<{ n: string }>("select seq_scan as n from pg_stat_user_tables where relname = 'messages'");
  return Number(row!.n);
}

const BETWEEN = 'what one in 43 has';
const searches = {
  'opening the inbox': '',
  'a rare word': 'q=needle',
  'a word in every message': 'q=crane',
  '… of a day without any': 'q=crane&from=2099-01-01',
  'two words': 'q=crawler+module',
  "an e-mail's beginning": 'q=client-4711',
  [BETWEEN]: 'q=client-47', // neither common nor rare: the slowest search, printed without a target
};

/** @returns the ratio of the slowest search to opening the inbox */
async function timeSearches(staff: Visitor) {
  const times = Object.keys(searches).map(() => [] as number[]);
  for (let round = -1; round < ROUNDS; round++)
    for (const [at, query] of Object.values(searches).entries()) {
      const time = await timeRequests(() => staff.get(`${paths.admin.messages}?${query}`));
      if (round >= 0) times[at]!.push(time); // the first round compiles the code
    }
  const first = bench.median(times[0]!);
  const rows = Object.keys(searches).map((query, at) => {
    const ms = bench.median(times[at]!);
    return { query, ms, times: ms / first };
  });
  bench.printTable(rows);
  return Math.max(...rows.filter(({ query }) => query !== BETWEEN).map(({ times }) => times));
}

async function measureExport({ product, staff }: Inbox): Promise<void> {
  const began = performance.now();
  let start = 0;
  let bytes = 0;
  const growth = await measureGrowth(product.pid, async () => {
    const answer = await staff.get(paths.admin.exportMessages);
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      start ||= performance.now() - began;
      bytes += chunk.length;
    }
  });
  console.log(`  export of all messages: ${(bytes / 2 ** 20).toFixed(0)} MiB in ${secondsSince(began).toFixed(1)} s`);
  bench.checkTarget(`starts after ${start.toFixed(0)} ms (at most 300)`, start <= 300);
  bench.checkTarget(`memory grows by ${growth.toFixed(0)} MiB (less than 96)`, growth < 96);
}

const MAILS = 1000;
const WORDS = `${'The load test needs 12.5 t of test weights. '.repeat(230)}\n\nOn 3 Nov 2026 at 10:12, Office <o@example.com> wrote:\n${'> We can inspect both cranes.\n'.repeat(340)}`;

/** Mails that arrive by the webhook; conversations of 2 and of 200 mails. */
export async function mail(): Promise<void> {
  const inbound = { INBOUND_ADDRESS: 'in@example.com', INBOUND_WEBHOOK_PASSWORD: 'password of the bench' };
  const product = await bench.startProduct({ ...(await bench.startMail()), ...inbound });
  const sql = await bench.openDatabase(product);
  const staff = await visitAs(product, sql, 'admin');
  const headers = { Authorization: `Basic ${btoa(`x:${inbound.INBOUND_WEBHOOK_PASSWORD}`)}` };
  const send = async (n: number) => {
    const RawEmail = `From: c${n}@example.org\r\nTo: in@example.com\r\nSubject: Lift ${n}\r\nMessage-ID: <${n}@example.org>\r\n\r\n${WORDS}`;
    const body = JSON.stringify({ RawEmail });
    const { status } = await fetch(product.url + paths.inboundPostmark, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`the webhook answered ${status}`);
  };
  const began = performance.now();
  for (let n = 0; n < MAILS; n += 4) await Promise.all([0, 1, 2, 3].map((k) => send(n + k)));
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const taken = seconds();
  while ((await sql("select 1 from inbound_mails where state <> 'read' limit 1")).length) await sleep(200);
  console.log(`  ${MAILS} mails of 20 KB: taken in ${taken} s, in the inbox after ${seconds()} s`);
  const fill = (message: number, mails: number) =>
    sql(
      `with told as (insert into activities (kind, act, who, what, noun, noun_id)
         select 'enquiries', 'client-answer', 'the site itself', 'x', 'messages', $1::int from generate_series(1, $2::int) returning id)
       insert into inbound_mails (id, state, way, kind, message_id, activity_id, name, email, subject, text)
       select gen_random_uuid(), 'read', 'imap', 'answer', $1, id, 'Ann', 'ann@example.org', 'Re', $3 from told`,
      [message, mails, WORDS],
    );
  await Promise.all([fill(1, 2), fill(2, 200)]);
  const open = (id: number) => timeRequests(() => staff.get(paths.admin.message(id)));
  await open(2); // the first requests compile the code
  const ratio = 1 / ((await open(1)) / (await open(2)));
  bench.checkTarget(`200 mails open in ${ratio.toFixed(2)} times the time of 2 (at most 2)`, ratio <= 2);
}
