import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#db/embedded.ts';
import { openOrm } from '#db/orm.ts';
import * as bench from './processes.ts';

const MESSAGES = 500_000;
/** The last migration of the version that runs before. */
const BEFORE = '20261123-no-over-limit';
const WRITERS = 3;
const READER_MS = 8000;
const PATIENCE_MS = 600_000;

type Connection = Awaited<ReturnType<typeof bench.connectionOf>>;

/**
 * The current version is started on the database of an older one with very many messages, while a process of the older one
 * goes on taking enquiries and marking them read, and somebody reads for a long time, as a backup does.
 */
export async function migration(): Promise<void> {
  const dir = bench.newDataDir();
  const server = await startEmbedded(dir, { durable: true });
  const { host, port, user } = server;
  const connection = { host, port, user, database: 'site' };
  const database = new pg.Pool({ ...connection, max: 4 });
  database.on('error', () => {});
  try {
    await fill(connection, database);
    const over = new AbortController();
    const repeated = (what: Parameters<typeof repeat>[2]) => repeat(connection, over.signal, what);
    const writers = Array.from({ length: WRITERS }, () => repeated(insert));
    const marker = repeated(mark);
    const reader = repeated((client) => readLong(client, over.signal));
    await sleep(2000);
    const began = performance.now();
    const DATABASE_URL = `postgres://${user}@/site?host=${encodeURIComponent(host)}&port=${port}`;
    const product = await bench.startProduct({ DATABASE_URL }, { patienceMs: PATIENCE_MS });
    const seconds = (performance.now() - began) / 1000;
    await sleep(2000); // the older version is still there for a while
    over.abort();
    const inserts = (await Promise.all(writers)).flat();
    const marks = await marker;
    await reader;
    await product.stop();
    console.log(`  started after ${seconds.toFixed(0)} s`);
    judgeTimes('insert', inserts);
    judgeTimes('mark', marks);
    await judgeRows(database, inserts.filter(({ error }) => !error).length);
  } finally {
    await database.end();
    await server.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

async function fill(connection: Connection, database: pg.Pool): Promise<void> {
  const admin = await bench.connectTo({ ...connection, database: 'postgres' });
  await admin.query('create database site');
  await admin.end();
  const orm = await openOrm(connection, {});
  await orm.migrator.up({ to: BEFORE });
  await orm.close(true);
  await database.query(
    `insert into messages (name, email, subject, message, service_type, preferred_contact, is_read, created_at)
     select 'Client ' || i, 'client-' || i || '@example.com', 'Lift plan for module ' || i,
       'We need a lift plan for a module of 42 t at the port. The crane is a crawler of 200 t, radius 18 m, in week ' || i % 50,
       'lift-plan-review', 'email', i % 20 <> 0, now() - i * interval '1 minute'
     from generate_series(${MESSAGES}, 1, -1) i`,
  );
  await database.query(
    `insert into notifications (message_id, payload, state)
     select id, jsonb_build_object('name', name, 'email', email, 'subject', subject, 'message', message, 'serviceType',
       service_type, 'preferredContact', preferred_contact, 'phoneNumber', '868 555 ' || id, 'companyName', 'Company ' || id), 'sent'
     from messages`,
  );
  await database.query('vacuum analyze messages, notifications');
}

interface Done {
  ms: number;
  error?: string;
}

/** Does something again and again, with a pause, as a process of the older version would, and says how long each took. */
async function repeat(connection: Connection, until: AbortSignal, what: (client: pg.Client) => Promise<unknown>) {
  const client = await bench.connectTo(connection);
  const done: Done[] = [];
  while (!until.aborted) {
    const began = performance.now();
    const problem = await what(client).then(
      () => ({}),
      ({ message }: Error) => ({ error: message }),
    );
    done.push({ ms: performance.now() - began, ...problem });
    await sleep(20);
  }
  await client.end();
  return done;
}

/** As the older version saves an enquiry: prepared once, both rows in one statement. */
const insert = (client: pg.Client) =>
  client.query({
    name: 'save-enquiries',
    text: `with saved as (
         insert into messages (name, email, subject, message, service_type, preferred_contact, submission_key)
         values ('Meanwhile', 'meanwhile@example.com', 'Meanwhile', 'A tandem lift', 'lift-plan-review', 'email', $1)
         on conflict (submission_key) do nothing returning id, submission_key
       ), notified as (
         insert into notifications (message_id, payload)
         select id, '{"phoneNumber": "868 555 9999", "companyName": "Newcomers"}' from saved returning id
       ) select count(*) from notified`,
    values: [randomUUID()],
  });

const mark = (client: pg.Client) =>
  client.query({
    name: 'mark',
    text: 'update messages set is_read = not is_read where id in (select 1 + (random() * $1)::int from generate_series(1, 25))',
    values: [MESSAGES - 2],
  });

async function readLong(client: pg.Client, until: AbortSignal): Promise<void> {
  const wait = () => sleep(READER_MS, undefined, { signal: until }).catch(() => {}); // no longer than the bench
  await client.query('begin');
  await client.query('select count(*) from (select from messages limit 10) m');
  await wait();
  await client.query('commit');
  await wait();
}

function judgeTimes(what: string, all: Done[]): void {
  const times = all.map(({ ms }) => ms);
  const errors = all.flatMap(({ error }) => error ?? []);
  const [p50, p99] = [0.5, 0.99].map((share) => bench.percentile(times, share).toFixed(0));
  console.log(`  ${all.length} times ${what}: p50 ${p50} ms, p99 ${p99} ms`);
  for (const error of new Set(errors)) console.log(`    ${error}`);
  const longest = Math.max(...times) / 1000;
  bench.target(`the longest ${what} took ${longest.toFixed(2)} s (at most 1)`, longest <= 1);
  bench.target(`${errors.length} failed (none)`, errors.length === 0);
}

/** Each message has what the current version gives it, also those that came meanwhile. */
async function judgeRows(database: pg.Pool, inserted: number): Promise<void> {
  const count = async (rows: string) =>
    Number((await database.query<{ n: string }>(`select count(*) as n from ${rows}`)).rows[0]!.n);
  const stored = await count("messages where name = 'Meanwhile'");
  bench.target(`${stored} stored of ${inserted} that came meanwhile`, stored === inserted);
  const wrong = {
    'messages without a reference': 'messages where reference is null',
    'whose words are not those of message, phone and company': `messages m left join notifications n on n.message_id = m.id
       left join message_search s on s.message_id = m.id where s.words is null or s.words <> words_of(m, n.payload)`,
    'totals that are wrong': `(
       select folder, is_read, is_answered, sum(n) from message_counts group by 1, 2, 3 having sum(n) <> 0
       except select folder, is_read, answered_at is not null, count(*) from messages group by 1, 2, 3) wrong`,
    'indexes that are of no use': 'pg_index where not indisvalid',
  };
  for (const [what, rows] of Object.entries(wrong)) {
    const found = await count(rows);
    bench.target(`${found} ${what} (none)`, found === 0);
  }
}
