import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded.ts';
import { openOrm } from '#db/orm.ts';
import { newDataDir, startProduct } from './processes.ts';
import { percentile, printTable, target } from './table.ts';

const MESSAGES = 500_000;
/** The last migration of the version that runs before. */
const BEFORE = '20261123-no-over-limit';
const WRITERS = 3;
const PAUSE_MS = 20;
const READER_MS = 8000;
const LONGEST_S = 1;
const NOBODY_S = 600;

/**
 * The current version is started on the database of an older one with very many messages, while a process of the older one
 * goes on taking enquiries and marking them read, and somebody reads for a long time, as a backup does.
 */
export default async function migration(): Promise<void> {
  const dir = newDataDir();
  const server = await startEmbedded(dir, { durable: true });
  const { host, port, user } = server;
  const connection = { host, port, user, database: 'site' };
  const database = new pg.Pool({ ...connection, max: 4 });
  database.on('error', () => {});
  try {
    await fill(connection, database);
    const over = new AbortController();
    const writers = Array.from({ length: WRITERS }, () => write(connection, over.signal));
    const marker = mark(connection, over.signal);
    const reader = read(connection, over.signal);
    await sleep(2000);
    const began = performance.now();
    const DATABASE_URL = `postgres://${user}@/site?host=${encodeURIComponent(host)}&port=${port}`;
    const product = await startProduct({ DATABASE_URL }, [], '/readyz', 'ignore', NOBODY_S * 1000);
    const seconds = (performance.now() - began) / 1000;
    await sleep(2000); // the older version is still there for a while
    over.abort();
    const inserts = (await Promise.all(writers)).flat();
    const marks = await marker;
    await reader;
    await product.stop();
    const each = await database.query<{ name: string; at: Date }>(
      'select name, executed_at as at from mikro_orm_migrations where name >= $1 order by id',
      [BEFORE],
    );
    printTable(
      ['migration', 'done after s'],
      each.rows.slice(1).map(({ name, at }) => [name, (at.getTime() - (performance.timeOrigin + began)) / 1000]),
    );
    tell('insert', inserts);
    tell('mark', marks);
    target(`started after ${seconds.toFixed(0)} s`, seconds < NOBODY_S);
    await judge(database, inserts.filter(({ error }) => !error).length);
  } finally {
    await database.end();
    await server.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

async function fill(connection: Connection & { database: string }, database: pg.Pool): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' } as pg.ClientConfig);
  await admin.connect();
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
     from generate_series($1::int, 1, -1) i`,
    [MESSAGES],
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
async function again(
  connection: Connection,
  until: AbortSignal,
  what: (client: pg.Client) => Promise<unknown>,
): Promise<Done[]> {
  const client = new pg.Client(connection as pg.ClientConfig);
  client.on('error', () => {}); // the database is stopped where the bench ends early
  await client.connect();
  const done: Done[] = [];
  while (!until.aborted) {
    const began = performance.now();
    const error = await what(client).then(
      () => undefined,
      (problem: Error) => problem.message,
    );
    done.push({ ms: performance.now() - began, ...(error === undefined ? {} : { error }) });
    await sleep(PAUSE_MS);
  }
  await client.end();
  return done;
}

// As the older version saves an enquiry: prepared once, both rows in one statement.
const write = (connection: Connection, until: AbortSignal) =>
  again(connection, until, (client) =>
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
    }),
  );

const mark = (connection: Connection, until: AbortSignal) =>
  again(connection, until, (client) =>
    client.query({
      name: 'mark',
      text: 'update messages set is_read = not is_read where id in (select 1 + (random() * $1)::int from generate_series(1, 25))',
      values: [MESSAGES - 2],
    }),
  );

const read = (connection: Connection, until: AbortSignal) =>
  again(connection, until, async (client) => {
    await client.query('begin');
    await client.query('select count(*) from (select from messages limit 10) m');
    await sleep(READER_MS, undefined, { signal: until }).catch(() => {});
    await client.query('commit');
    await sleep(READER_MS, undefined, { signal: until }).catch(() => {});
  });

function tell(what: string, all: Done[]): void {
  const times = all.map(({ ms }) => ms);
  const longest = Math.max(...times) / 1000;
  const failed = all.filter(({ error }) => error);
  console.log(
    `  ${all.length} times ${what}: p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  );
  for (const error of new Set(failed.map(({ error }) => error))) console.log(`    ${error}`);
  target(`the longest ${what} took ${longest.toFixed(2)} s (at most ${LONGEST_S})`, longest <= LONGEST_S);
  target(`${failed.length} failed (none)`, failed.length === 0);
}

/** Each message has what the current version gives it, also those that came meanwhile. */
async function judge(database: pg.Pool, inserted: number): Promise<void> {
  const one = async (sql: string) => Number((await database.query<{ n: string }>(sql)).rows[0]!.n);
  const stored = await one("select count(*) as n from messages where name = 'Meanwhile'");
  target(`${stored} stored of ${inserted} that came meanwhile`, stored === inserted);
  const nameless = await one('select count(*) as n from messages where reference is null');
  target(`${nameless} without a reference (none)`, nameless === 0);
  const wordless = await one(
    `select count(*) as n from messages m left join notifications n on n.message_id = m.id left join message_search s on s.message_id = m.id
     where s.words is null or s.words <> words_of(m, n.payload)`,
  );
  target(`${wordless} whose words are not those of message, phone and company (none)`, wordless === 0);
  const miscounted = await one(
    `select count(*) as n from (
       select folder, is_read, is_answered, sum(n) from message_counts group by 1, 2, 3 having sum(n) <> 0
       except select folder, is_read, answered_at is not null, count(*) from messages group by 1, 2, 3) wrong`,
  );
  target(`${miscounted} totals that are wrong (none)`, miscounted === 0);
  const broken = await one('select count(*) as n from pg_index where not indisvalid');
  target(`${broken} indexes that are of no use (none)`, broken === 0);
}
