import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { migrate, openOrm } from '#db/orm.ts';

const postgres = inject('postgres');
const admin = new pg.Client({ ...postgres, database: 'postgres' });
await admin.connect();
afterAll(() => admin.end());

/** A new database with the migrations up to one, and so many clients of it. */
async function databaseAt(migration: string, clients: number) {
  const database = `at_${migration.replaceAll('-', '_')}`;
  await admin.query(`create database ${database}`);
  const connection = { ...postgres, database };
  const orm = await openOrm(connection);
  await orm.migrator.up({ to: migration });
  await orm.close(true);
  const opened = Array.from({ length: clients }, () => new pg.Client(connection));
  await Promise.all(opened.map((client) => client.connect()));
  const end = async () => {
    await Promise.all(opened.map((client) => client.end()));
    await admin.query(`drop database ${database}`);
  };
  return { connection, opened: opened as [pg.Client, pg.Client], end };
}

/** The last migration of before enquiries had references. */
const BEFORE_REFERENCES = '20261125-optional-contacts';

it('a migration lets enquiries come in while somebody reads for a long time, and gives them what the others get', async () => {
  const { connection, opened, end } = await databaseAt(BEFORE_REFERENCES, 2);
  const [reader, writer] = opened;
  const insert = async () => {
    const start = performance.now();
    await writer.query(`with saved as (
      insert into messages (name, email, subject, message) values ('Ann', 'ann@example.com', 'Crane', 'A lift') returning id
    ) insert into notifications (message_id, payload) select id, '{"companyName": "Lifters"}' from saved`);
    return performance.now() - start;
  };
  await insert();
  await reader.query('begin');
  await reader.query('select * from messages'); // as a backup does, which then takes its time
  let isDone = false;
  const migrated = migrate(connection).finally(() => (isDone = true));
  const waits: number[] = [];
  for (let n = 0; n < 20; n++) {
    waits.push(await insert());
    await sleep(50);
  }
  expect(isDone).toBe(false);
  await reader.query('commit');
  while (!isDone) {
    waits.push(await insert());
    await sleep(10);
  }
  await migrated;
  const { rows } = await writer.query(`select count(*)::int as all, count(distinct reference)::int as references,
    count(*) filter (where s.words = words_of(m, n.payload))::int as words
    from messages m join notifications n on n.message_id = m.id left join message_search s on s.message_id = m.id`);
  const all = waits.length + 1;
  expect(rows).toEqual([{ all, references: all, words: all }]);
  expect(Math.max(...waits)).toBeLessThan(1500); // a third of a second, and what a busy machine adds
  await end();
});

/** The last migration of before an enquiry's history was read from the activity log. */
const BEFORE_HISTORY = '20261204-accounts-and-tokens';

it('what happened to enquiries is carried into the activity log, and what the version before writes still', async () => {
  const { connection, opened, end } = await databaseAt(BEFORE_HISTORY, 1);
  const [client] = opened;
  await client.query(`insert into messages (name, email, subject, message)
    select 'Ann', 'ann@example.com', 'Crane', 'A lift' from generate_series(1, 1500)`);
  await client.query(`insert into message_events (message_id, at, kind, who)
    select id, now() - interval '20 months', 'read', 'ann@example.com' from messages`);
  const write = (kind: string, text: string | null, hours: number) =>
    client.query(
      `with r as (insert into replies (message_id, who, subject, text) select 7, 'bo@example.com', 'Re', 'Yes' where $1 = 'reply' returning id)
       insert into message_events (message_id, at, kind, who, text, reply_id)
       values (7, now() - make_interval(hours => $3), $1, 'bo@example.com', $2, (select id from r))`,
      [kind, text, hours],
    );
  await write('note', 'Rang', 5);
  await write('reply', null, 4);
  await write('answered', 'by phone', 3);
  await migrate(connection);
  await write('trashed', null, 2); // a process of the version before that is still there
  const { rows } = await client.query(
    `select kind, act, a.who, n.text as note, r.text as reply, replace(what, reference, 'SR') as what
     from activities a join messages m on noun = 'messages' and noun_id = m.id
     left join notes n on n.activity_id = a.id left join replies r on r.activity_id = a.id
     where m.id = 7 order by a.id`,
  );
  const of = (act: string, what: string, more: object = {}) => {
    return { kind: 'enquiries', act, who: 'bo@example.com', note: null, reply: null, what, ...more };
  };
  expect(rows).toEqual([
    of('read', 'Read SR for the first time', { who: 'ann@example.com' }),
    of('note', 'Added a note to SR', { note: 'Rang' }),
    of('reply', 'Replied to SR', { reply: 'Yes' }),
    of('answered', 'Marked SR answered', { note: 'by phone' }),
    of('trashed', 'Moved SR to the trash'),
  ]);
  const count = async (from: string) => Number((await client.query(`select count(*) as n from ${from}`)).rows[0].n);
  expect(await count("activities where act = 'read' and at < now() - interval '19 months'")).toBe(1500);
  expect(await count('message_events')).toBe(0);
  await end();
});
