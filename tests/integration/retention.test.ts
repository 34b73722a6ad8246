import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { accounts } from '#app/accounts/accounts.area.server.ts';
import { audit } from '#app/audit/audit.area.server.ts';
import { content } from '#app/content/content.area.server.ts';
import { enquiries } from '#app/enquiries/enquiries.area.server.ts';
import { rawKey } from '#app/enquiries/inbound/store-mail.server.ts';
import { claimNight, countOlder, deleteOldMessages } from '#app/enquiries/privacy/retention.server.ts';
import { http } from '#app/http/http.area.server.ts';
import { log } from '#app/http/log.server.ts';
import { startPeriodicWork } from '#app/http/periodic-work.server.ts';
import { outboxFolder } from '#app/mail/sender.server.ts';
import { maintenance } from '#app/maintenance/maintenance.area.server.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import type { App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import { begin } from '../support/test-postgres.ts';
import { forTest } from '../support/for-test.ts';
import { makeAccount } from '../support/accounts.ts';
import { add, ago, DAY_MS, emptyTables, recordAct, HOUR_MS } from '../support/content.ts';
import { testDatabase, whileWritesFail } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';

const { sql, connection } = await testDatabase();
const app = await openTestApp(connection);
let wrongBy = 0;
const wrong = await openTestApp(connection, {}, { clock: { now: () => Date.now() + wrongBy } });
beforeEach(async () => {
  await emptyTables(sql, 'messages');
  await sql('delete from rate_limits');
});

const NOW = Date.now();
const deleteOld = (months: number | null, now = NOW) => deleteOldMessages(forkEntityManager(app), months, now);
const count = (months: number) => countOlder(forkEntityManager(app), months);
const ids = () => sql.column<number>('select id from messages order by id');
const state = { folder: 'inbox', is_read: false, answered_at: null, trashed_at: null, later_until: null };
const aged = (days: number, row: object = {}) => ({ ...state, created_at: ago(days * DAY_MS), ...row });

it('deletes what is older, wherever it lies, answered or not, and nothing else, such as what is put off', async () => {
  const answered = { is_read: true, answered_at: ago(0) };
  const states = [{}, answered, { folder: 'spam' }, { folder: 'trash', trashed_at: ago(0) }];
  const ofEach = [370, 360].flatMap((days) => states.map((row) => aged(days, row)));
  await add(sql, 'messages', [...ofEach, aged(800), aged(370), aged(370, { later_until: ago(-DAY_MS) })]);
  // The client has written again.
  await sql(`insert into inbound_mails (id, way, kind, message_id) values (gen_random_uuid(), 'imap', 'answer', 10)`);
  expect([await count(36), await count(24), await count(12)]).toEqual([0, 1, 5]);
  expect(await deleteOld(12)).toBe(5);
  expect(await ids()).toEqual([5, 6, 7, 8, 10, 11]);
});

it('deletes everything that belongs to an enquiry, once its reply is sent', async () => {
  await add(sql, 'messages', [aged(370)]);
  await add(sql, 'notifications', [{ message_id: 1 }]);
  await sql(`insert into replies (message_id, who, subject, text) values (1, 'a@example.com', 'S', 'T')`);
  await sql(`insert into acknowledgements (message_id) values (1)`);
  await recordAct(sql, 1, 'note', 'a@example.com', 'N');
  const id = await sql.value<string>(
    `insert into inbound_mails (id, way, kind, message_id, created_at, raw_bytes)
     values (gen_random_uuid(), 'imap', 'answer', 1, now() - interval '370 days', 4) returning id`,
  );
  await app.store.put(rawKey(id), Buffer.from('mail'));
  expect(await deleteOld(12)).toBe(0);
  await sql("update replies set state = 'sent'");
  await deleteOld(12, NOW + DAY_MS);
  expect(await sweepOrphans(forkEntityManager(app), app.store, enquiries.files!, Date.now() + 2 * HOUR_MS)).toBe(1);
  const hanging = await sql.column<string>(
    `select conrelid::regclass::text from pg_constraint where confrelid = 'messages'::regclass`,
  );
  expect(hanging.length).toBeGreaterThanOrEqual(5);
  for (const table of hanging) expect(await sql(`select 1 from ${table}`), table).toEqual([]);
  expect(await sql.value('select sum(n)::int from message_counts')).toBe(0);
});

it('comes once a night, by one of many processes that ask at once', async () => {
  await add(sql, 'messages', [aged(370)]);
  expect((await Promise.all(Array.from({ length: 8 }, () => deleteOld(12)))).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  await add(sql, 'messages', [aged(370)]);
  for (const months of [12, null]) expect(await deleteOld(months)).toBe(0);
  expect(await deleteOld(null, NOW + DAY_MS)).toBe(0); // never
  expect(await deleteOld(12, NOW + DAY_MS)).toBe(1);
});

it('deletes by night after a shorter span was set by day', async () => {
  const evening = Date.parse('2026-11-22T23:00:00Z'); // 19:00 in Trinidad
  await add(sql, 'messages', [aged(370)]);
  await claimNight(forkEntityManager(app), evening); // as when a shorter span is saved
  for (const hours of [1, 6.9]) expect(await deleteOld(12, evening + hours * HOUR_MS)).toBe(0);
  expect(await deleteOld(12, evening + 7 * HOUR_MS)).toBe(1); // 2 o'clock
});

it('deletes any number, and is counted up to a thousand', async () => {
  await add(sql, 'messages', 1200, (i) => aged(400, { is_read: i % 2 === 0 }));
  expect(await count(12)).toBe(1001);
  expect(await deleteOld(12)).toBe(1200);
});

it('leaves what somebody is working on for the next night', async () => {
  await add(sql, 'messages', [aged(370), aged(370)]);
  const working = forTest(await begin(connection, 'select 1 from messages where id = 1 for update'));
  expect(await deleteOld(12)).toBe(1);
  await working.stop();
  expect(await deleteOld(12, NOW + DAY_MS)).toBe(1);
});

it('continues with the next sweep after an interruption', async () => {
  await add(sql, 'messages', [aged(370)]);
  await expect(whileWritesFail(sql, 'messages', () => deleteOld(12))).rejects.toThrow('no');
  expect(await deleteOld(12)).toBe(1);
});

it('mails of a site without a mail service stay for 30 days', async () => {
  const folder = outboxFolder(app.env);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'one.eml'), 'Subject: Crane');
  const left = async (days: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
    await Promise.all(enquiries.sweeps!.map((sweep) => sweep(forkEntityManager(app))));
    vi.useRealTimers();
    return fs.readdirSync(folder).length;
  };
  expect([await left(29), await left(31)]).toEqual([1, 0]);
});

/** Lets a process start its sweeps, then stops it. */
function sweepSoon(of: App): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  const stop = startPeriodicWork(of, [http, audit, accounts, maintenance, content, enquiries]);
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  stop();
}

it.each([-2, 2])('nothing is deleted by one clock that is wrong by %i hours', async (hours) => {
  await add(sql, 'messages', [{ folder: 'trash', trashed_at: ago(31 * DAY_MS) }]);
  wrongBy = hours * HOUR_MS;
  const said = vi.spyOn(log, 'error');
  sweepSoon(wrong);
  await expect.poll(() => said.mock.lastCall?.[1] ?? '').toContain('nothing is swept');
  expect(await ids()).toHaveLength(1);
});

it('a process that lives less than an hour still sweeps everything', async () => {
  const { accountId, email } = await makeAccount(sql, 'admin');
  const old = ago(31 * DAY_MS);
  await add(sql, 'messages', [
    { folder: 'spam', trashed_at: null, created_at: old },
    { folder: 'trash', trashed_at: old, created_at: old },
    { folder: 'inbox', trashed_at: null, created_at: ago(800 * DAY_MS) },
    { folder: 'inbox', trashed_at: null, created_at: ago(400 * DAY_MS) },
  ]);
  await sql(`update settings set retention_months = 24;
    insert into rate_limits (key, hits, last_hit_at) values ('x', array[]::timestamptz[], now() - interval '31 days');
    insert into sessions (account_id, access_token, refresh_token, expires_in, expires_at, refreshed_at, created_at)
    select ${accountId}, 'a', 'b', 1, old, old, old from (select now() - interval '31 days' as old) as long_ago;
    insert into account_tokens (token_hash, purpose, email, expires_at)
    values ('t', 'reset', '${email}', now() - interval '31 days');
    insert into preview_links (name, token_hash, account_id, ends_at)
    values ('x', 'y', ${accountId}, now() - interval '31 days');
    insert into staff_mails (email, kind, state, created_at)
    values ('gone@example.com', 'reset', 'sent', now() - interval '31 days'), ('new@example.com', 'reset', 'sent', now());
    insert into activities (at, kind, who, what) values (now() - interval '400 days', 'sign-in', 'x', 'Signed in')`);
  sweepSoon(app);
  const kept = {
    messages: 1,
    rate_limits: 1, // of the deletions at night
    sessions: 0,
    account_tokens: 0,
    preview_links: 0,
    staff_mails: 1,
    activities: 2, // about the messages
  };
  const counts = Object.keys(kept).map((table) => `(select count(*)::int from ${table}) as ${table}`);
  await expect.poll(() => sql.row(`select ${counts.join()}`)).toEqual(kept);
});
