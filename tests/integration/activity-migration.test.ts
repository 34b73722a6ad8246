import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { migrate, openOrm } from '#db/orm.ts';

/** The last migration of before an enquiry's history was read from the activity log. */
const BEFORE = '20261204-accounts-and-tokens';

it('what happened to enquiries is carried into the activity log, and what the version before writes still', async () => {
  const postgres = inject('postgres');
  const admin = new pg.Client({ ...postgres, database: 'postgres' });
  await admin.connect();
  await admin.query('create database carried');
  const connection = { ...postgres, database: 'carried' };
  const orm = await openOrm(connection);
  await orm.migrator.up({ to: BEFORE });
  await orm.close(true);
  const client = new pg.Client(connection);
  await client.connect();
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
  await client.end();
  await admin.query('drop database carried');
  await admin.end();
});
