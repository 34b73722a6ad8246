import pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { claimNight, countOlder, deleteOldMessages } from '#app/enquiries/privacy/retention.server.ts';
import { forkEntityManager } from '#db/orm.ts';
import { add, ago, DAY_MS, emptyTables, happened } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';

const database = await testDatabase();
const { sql } = database;
const app = await openTestApp(database.connection);
beforeEach(async () => {
  await emptyTables(sql, 'messages');
  await sql('delete from rate_limits');
});

const NOW = Date.now();
const deleteOld = (months: number | null, now = NOW) => deleteOldMessages(forkEntityManager(app), months, now);
const count = (months: number) => countOlder(forkEntityManager(app), months);
const ids = async () => (await sql<{ id: number }>('select id from messages order by id')).map(({ id }) => id);
const state = { folder: 'inbox', is_read: false, answered_at: null as Date | null, trashed_at: null as Date | null };
const aged = (days: number, row: Partial<Record<string, unknown>> = {}) => ({
  ...state,
  created_at: ago(days * DAY_MS),
  ...row,
});

it('deletes what is older, wherever it lies, answered or not, and nothing else', async () => {
  await add(sql, 'messages', [
    aged(370),
    aged(370, { is_read: true, answered_at: ago(0) }),
    aged(370, { folder: 'spam' }),
    aged(370, { folder: 'trash', trashed_at: ago(0) }),
    aged(360),
    aged(360, { is_read: true, answered_at: ago(0) }),
    aged(360, { folder: 'spam' }),
    aged(360, { folder: 'trash', trashed_at: ago(0) }),
    aged(800),
  ]);
  expect([await count(36), await count(24), await count(12)]).toEqual([0, 1, 5]);
  expect(await deleteOld(12)).toBe(5);
  expect(await ids()).toEqual([5, 6, 7, 8]);
});

it('takes all that hangs on an enquiry with it', async () => {
  await add(sql, 'messages', [aged(370)]);
  await add(sql, 'notifications', [{ message_id: 1 }]);
  await sql(`insert into replies (message_id, who, subject, text) values (1, 'a@example.com', 'S', 'T')`);
  await sql(`insert into acknowledgements (message_id) values (1)`);
  await happened(sql, 1, 'note', 'a@example.com', 'N');
  await deleteOld(12);
  const hanging = await sql<{ table: string }>(
    `select conrelid::regclass::text as table from pg_constraint where confrelid = 'messages'::regclass`,
  );
  expect(hanging.length).toBeGreaterThanOrEqual(5);
  for (const { table } of hanging) expect(await sql(`select 1 from ${table}`), table).toEqual([]);
  expect((await sql('select sum(n)::int as n from message_counts'))[0]).toEqual({ n: 0 });
});

it('comes once a night, by one of many processes that ask at once', async () => {
  await add(sql, 'messages', [aged(370)]);
  const deleted = await Promise.all(Array.from({ length: 8 }, () => deleteOld(12)));
  expect(deleted.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  await add(sql, 'messages', [aged(370)]);
  for (const months of [12, null]) expect(await deleteOld(months)).toBe(0);
  expect(await deleteOld(null, NOW + DAY_MS)).toBe(0); // never
  expect(await deleteOld(12, NOW + DAY_MS)).toBe(1);
});

it('does by night what was set by day', async () => {
  const evening = Date.parse('2026-11-22T23:00:00Z'); // 19:00 in Trinidad
  const hour = 3_600_000;
  await add(sql, 'messages', [aged(370)]);
  await claimNight(forkEntityManager(app), evening); // as saving a shorter span does
  for (const hours of [1, 6.9]) expect(await deleteOld(12, evening + hours * hour)).toBe(0);
  expect(await deleteOld(12, evening + 7 * hour)).toBe(1); // 2 o'clock
});

it('deletes any number, and is counted up to a thousand', async () => {
  await add(sql, 'messages', 1200, (i) => aged(400, { is_read: i % 2 === 0 }));
  expect(await count(12)).toBe(1001);
  expect(await deleteOld(12)).toBe(1200);
});

it('leaves what somebody is working on for the next night', async () => {
  await add(sql, 'messages', [aged(370), aged(370)]);
  const working = new pg.Client(database.connection);
  await working.connect();
  try {
    await working.query('begin');
    await working.query('select 1 from messages where id = 1 for update');
    expect(await deleteOld(12)).toBe(1);
  } finally {
    await working.end();
  }
  expect(await deleteOld(12, NOW + DAY_MS)).toBe(1);
});

it('goes on with the next sweep when it was broken off', async () => {
  await add(sql, 'messages', [aged(370)]);
  await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await sql('create trigger refuse before delete on messages for each row execute function refuse()');
  await expect(deleteOld(12)).rejects.toThrow('no');
  await sql('drop trigger refuse on messages');
  expect(await deleteOld(12)).toBe(1);
});
