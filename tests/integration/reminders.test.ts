import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { THE_SITE } from '#app/audit/activities.server.ts';
import { erasePerson } from '#app/enquiries/privacy/erase.server.ts';
import { reminderMails, remindOfWaiting } from '#app/enquiries/reminders/reminders.server.ts';
import type { SendResult } from '#app/mail/mail.ts';
import type { App } from '#db/app.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { forTest } from '../support/for-test.ts';
import { add, ago, emptyTables, HOUR_MS } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { begin } from '../support/test-postgres.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { mailsIn, unfold } from '../support/outbox.ts';
import { withFastPeriods, startApp } from '../support/app.ts';
import { endMails, tryMailsNow } from '../support/send-at-once.ts';

const { site, sql, app, connection } = await testSiteAndApp();
beforeEach(async () => {
  await endMails(sql);
  await emptyTables(sql, 'messages');
  await sql('truncate reminders');
  removeFolder(path.join(site.dataDir, 'outbox'));
});

const mailingBy = (result: SendResult): App => ({ ...app, mailer: { send: async () => result } });
// The process also reminds every 15 s, so the tests check only the total.
const remind = () => remindOfWaiting(forkEntityManager(app));
const reminders = async () => {
  await remind();
  return (await sql('select 1 from reminders')).length;
};
const becomes = (count: number) => expect.poll(reminders).toBe(count);
const mails = () => mailsIn(site.dataDir).map(unfold);
const sent = async (count: number) => {
  await expect.poll(mails, { timeout: 10_000 }).toHaveLength(count);
  return mails();
};
const anHourPasses = () => sql("update reminders set created_at = created_at - interval '61 minutes'");
const waits = (hours: number, row: Record<string, unknown> = {}) => ({ created_at: ago(hours * HOUR_MS), ...row });

/** Lets one enquiry fall due. @returns a function that sends the mail about it again */
async function whileMailIsDown(): Promise<() => Promise<unknown>> {
  await add(sql, 'messages', [waits(21)]);
  const outbox = path.join(site.dataDir, 'outbox');
  fs.writeFileSync(outbox, 'in the way of the folder');
  await becomes(1);
  await expect.poll(() => sql.value('select reason from reminders'), { timeout: 8000 }).toBeTruthy();
  return () => (fs.rmSync(outbox), tryMailsNow(sql));
}

it('comes by itself within a minute, once for both of two processes, and lists all that wait, longest first', async () => {
  const { sql, url: DATABASE_URL } = await testDatabase();
  const start = async () => forTest(await withFastPeriods(() => startApp({ DATABASE_URL, DATA_DIR: site.dataDir })));
  await Promise.all([start(), start()]);
  const state = { folder: 'inbox', answered_at: null };
  await add(sql, 'messages', [
    { ...waits(2, state), subject: 'Young' },
    { ...waits(31, state), subject: 'Old' },
    { ...waits(40, state), subject: 'Answered', answered_at: ago(0) },
    { ...waits(50, state), subject: 'Spam', folder: 'spam' },
  ]);
  await expect.poll(mails, { timeout: 40_000 }).toHaveLength(1);
  const [mail] = mails();
  expect(mail!.indexOf('Old')).toBeLessThan(mail!.indexOf('Young'));
  const subject = 'Subject: 2 enquiries wait for an answer, the oldest for 31 h';
  for (const text of [subject, 'Overdue by 7 h', '/admin/messages/2', 'Auto-Submitted: auto-generated'])
    expect(mail).toContain(text);
  expect(mail).not.toMatch(/Answered|Spam/);
  expect(await sql('select id from messages where reminded_at is not null')).toEqual([{ id: 2 }]);
});

it('comes after 20 hours from one of many processes, once for each enquiry, and at most once an hour', async () => {
  expect(await reminders()).toBe(0);
  await add(sql, 'messages', [waits(19.9)]);
  expect(await reminders()).toBe(0);
  await sql("update messages set created_at = now() - interval '20 hours'");
  expect((await Promise.all(Array.from({ length: 8 }, remind))).filter(Boolean).length).toBeLessThanOrEqual(1);
  await becomes(1);
  await sent(1);
  await add(sql, 'messages', [waits(22)]);
  expect(await reminders()).toBe(1);
  await anHourPasses();
  await becomes(2);
  await sent(2);
  await anHourPasses();
  expect(await reminders()).toBe(2);
});

it('is caused by at most a thousand enquiries at a time, so that very many do not block it', async () => {
  const count = 'select count(*)::int from messages where reminded_at is not null';
  await add(sql, 'messages', 1500, () => waits(30));
  await becomes(1);
  expect(await sql.value(count)).toBe(1000);
  expect((await sent(1))[0]).toMatch(/Subject: 1500 enquiries wait .*and 1400 more/s);
  await anHourPasses();
  await becomes(2);
  await sent(2);
  expect(await sql.value(count)).toBe(1500);
});

it('does not pile up while mail is down: the one that waits lists all enquiries that wait by then', async () => {
  const mailWorks = await whileMailIsDown();
  await sql("update reminders set created_at = created_at - interval '25 hours'");
  await add(sql, 'messages', [waits(23, { subject: 'Came later' })]);
  expect(await reminders()).toBe(1);
  await mailWorks();
  const [mail] = await sent(1);
  expect(mail).toContain('Came later');
  await expect.poll(() => sql('select 1 from messages where reminded_at is null')).toEqual([]);
  expect(await reminders()).toBe(1);
});

it.each([
  ['refused', (id: string) => reminderMails.send(mailingBy({ outcome: 'refused', reason: 'no' }), id, 1)],
  ['given up', (id: string) => reminderMails.giveUp(app, id, 'no')],
])('that was %s reminded of nothing: the next round does', async (_, fail) => {
  const [ours, earlier] = [{ answered_at: null, reminded_at: ago(0) }, { reminded_at: ago(3 * HOUR_MS) }];
  await add(sql, 'messages', [waits(21, ours), waits(24, earlier), waits(22, { ...ours, answered_at: ago(0) })]);
  await fail(await sql.value<string>('insert into reminders (created_at) values ($1) returning id', [ago(1000)])); // it is not in the queue, so the process does not try it
  // Includes an enquiry that was answered meanwhile, because it may wait again.
  expect(await sql('select id from messages where reminded_at is null order by id')).toEqual([{ id: 1 }, { id: 3 }]);
  expect(await sql('select state from reminders')).toEqual([{ state: 'failed' }]);
  expect(await reminders()).toBe(1); // still an hour apart
  await anHourPasses();
  await becomes(2);
  expect((await sent(1))[0]).toContain('/admin/messages/1');
});

it('is of no enquiry that was answered before it could be sent, which causes the next if it waits again; held up, it is mailed once', async () => {
  await add(sql, 'messages', [waits(21), waits(22, { subject: 'Was answered' })]);
  await sql('update messages set reminded_at = now(), answered_at = now() where subject = $1', ['Was answered']);
  const madeId = await sql.value<string>(
    "insert into reminders (created_at) values (now() - interval '1 second') returning id",
  );
  const send = vi.fn(async () => ({ outcome: 'sent', id: '1' }) as const);
  const remind = () => reminderMails.send({ ...app, mailer: { send } }, madeId, 1);
  const held = sql('select from messages where answered_at is not null for update; select pg_sleep(3)');
  await expect.poll(() => sql("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).not.toEqual([]);
  await expect(remind()).rejects.toThrow();
  await held;
  await remind();
  expect(send).toHaveBeenCalledTimes(1);
  expect(await sql('select subject from messages where reminded_at is null')).toEqual([{ subject: 'Was answered' }]);
});

it('is dropped when all was answered before it could be sent; what waits again causes the next', async () => {
  const mailWorks = await whileMailIsDown();
  await sql('update messages set answered_at = now()');
  await mailWorks();
  await expect.poll(() => sql('select 1 from reminders'), { timeout: 15_000 }).toEqual([]);
  expect(mails()).toEqual([]);
  await sql('update messages set answered_at = null'); // it was a mistake
  await anHourPasses();
  await becomes(1);
  expect((await sent(1))[0]).toContain('/admin/messages/1');
});

it.each([
  ['a reminder', remindOfWaiting],
  ['an erasure', (em: EntityManager) => erasePerson(em, 'of-all@example.com', THE_SITE)],
])('%s that waits for an enquiry holds no later one, so that no two wait for each other', async (_, write) => {
  await add(sql, 'messages', 30, (i) => waits(1000 + i, { email: 'of-all@example.com' }));
  await sql('update messages set name = name where id = 1'); // now it is the last, on the disk and by time
  const busy = forTest(await begin(connection, 'select from messages where id = 1 for update'));
  let isOver = false;
  const written = write(forkEntityManager(app)).finally(() => (isOver = true));
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => isOver || (await sql(waiting)).length).toBeTruthy();
  expect(await sql.column('select id from messages where id > 1 for update skip locked')).toHaveLength(29);
  await busy.stop();
  await written;
});
