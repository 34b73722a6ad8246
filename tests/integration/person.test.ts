import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { erasePerson } from '#app/enquiries/privacy/erase.server.ts';
import { forkEntityManager } from '#db/orm.ts';
import { expectLed, expectPage, markupOf } from '../support/expect-page.ts';
import { begin } from '../support/test-postgres.ts';
import { forTest } from '../support/for-test.ts';
import { add, ago, emptyTables, recordAct, HOUR_MS } from '../support/content.ts';
import { testDatabase, testMailingSite } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { startApp } from '../support/app.ts';
import { mailsIn } from '../support/outbox.ts';
import { sendRepliesAtOnce } from '../support/send-at-once.ts';
import { visitAs } from '../support/visitor.ts';

const { postmark, site, sql, ...database } = await testMailingSite();
const app = await openTestApp(database.connection);
await sendRepliesAtOnce(sql);
const unmailedDatabase = await testDatabase();
const admin = await visitAs(site, sql, 'admin');

const { person, exportPerson, message } = paths.admin;
const ANN = 'Ann.Lee@example.net';
const WORD = 'Zweifelderturnhalle'; // in all of her data, and nowhere else
const erase = (confirmation: string) => admin.post(person(ANN), { confirmation });
const references = (where = 'true') =>
  sql.column<string>(`select reference from messages where ${where} order by created_at, id`);
const jobs = () => sql('select key from graphile_worker.jobs');
const erasures = () => sql(`select who, what, address from activities where kind = 'erasure'`);

beforeEach(async () => {
  postmark.behave({ kind: 'well' });
  postmark.taken.length = 0;
  await emptyTables(sql, 'messages');
  await sql('delete from graphile_worker._private_jobs');
  await sql('delete from rate_limits');
});

/** Adds her three enquiries, one in each folder and each with another spelling of her address, and one of a stranger. */
async function addHers(): Promise<void> {
  const row = (special: Record<string, unknown>) => ({
    ...{ name: `Ann ${WORD}`, subject: WORD, message: `${WORD} at last` },
    ...{ spam_reason: null, trashed_at: null, answered_at: null, answered_by: null },
    ...special,
  });
  const answered = { answered_at: ago(HOUR_MS), answered_by: 'ed@example.com' };
  const spam = { folder: 'spam', spam_reason: 'Caught: contains 9 links' };
  const bo = { name: 'Bo', email: 'bo@example.net', subject: 'Girder', message: 'A girder of 9 m' };
  await add(sql, 'messages', [
    row({ email: ANN, folder: 'inbox', created_at: ago(3 * HOUR_MS), ...answered }),
    row({ email: ANN.toUpperCase(), created_at: ago(2 * HOUR_MS), ...spam }),
    row({ email: ANN.toLowerCase(), folder: 'trash', created_at: ago(HOUR_MS), trashed_at: ago(0) }),
    row({ ...bo, folder: 'inbox', created_at: ago(0) }),
  ]);
  const payload = { name: WORD, email: ANN, phoneNumber: '(868) 555-0999', companyName: `${WORD} Ltd` };
  await add(sql, 'notifications', [
    { message_id: 1, state: 'sent', sent_at: ago(HOUR_MS), payload },
    { message_id: 2, state: 'held', sent_at: null, payload },
    { message_id: 4, state: 'sent', sent_at: ago(0), payload: {} },
  ]);
  await sql(
    `insert into replies (message_id, who, subject, text, state) values (1, 'ed@example.com', $1, $1, 'sent')`,
    [WORD],
  );
  await recordAct(sql, 1, 'reply', 'ed@example.com');
  await recordAct(sql, 1, 'note', 'ed@example.com', `${WORD} rang`);
  await recordAct(sql, 1, 'answered', 'ed@example.com', `${WORD} by phone`);
}

async function rowsWith(text: string): Promise<string[]> {
  const tables = await sql.column<string>(
    `select format('%I.%I', schemaname, tablename) from pg_tables where schemaname in ('public', 'graphile_worker')`,
  );
  const like = (table: string) => `select '${table}: ' || t::text from ${table} t where t::text ilike $1`;
  return sql.column(tables.map(like).join(' union all '), [`%${text}%`]);
}

it('is gone from the outbox, too, once it is erased', async () => {
  const unmailed = forTest(await startApp({ DATABASE_URL: unmailedDatabase.url }));
  await sendEnquiry(unmailed.url, { email: ANN, subject: WORD });
  await sendEnquiry(unmailed.url, { email: 'bo@example.net', subject: 'Girder' });
  await expect.poll(() => mailsIn(unmailed.dataDir).length, { timeout: 10_000 }).toBe(2);
  const lists = await Promise.all([
    unmailedDatabase.sql.value("insert into reminders (state) values ('sent') returning id"),
    unmailedDatabase.sql.value("insert into returns (state, messages) values ('sent', '{1}') returning id"),
  ]);
  for (const id of lists) fs.writeFileSync(path.join(unmailed.dataDir, 'outbox', `20260101T000000Z-${id}.eml`), WORD);
  const staff = await visitAs(unmailed, unmailedDatabase.sql, 'admin');
  expect((await staff.post(person(ANN), { confirmation: ANN })).status).toBe(303);
  expect(mailsIn(unmailed.dataDir)).toEqual([expect.stringContaining('Girder')]);
});

describe('the page', () => {
  it('without an address is a form alone; about one it does not know it says so, and neither exports nor erases', async () => {
    const blank = await markupOf(await admin.get(person()));
    expect(blank).toContain('name="email"');
    for (const text of ['Export', 'Erase', 'Nothing is stored']) expect(blank).not.toContain(text);
    for (const email of ['nobody@example.net', 'no address', "'; drop table messages", 'a\0b']) {
      const page = await expectPage(admin.get(person(email)), 200, 'Nothing is stored about this address.');
      expect(page).not.toContain('confirmation');
      expect((await admin.get(exportPerson(email))).status).toBe(404);
    }
    await expectPage(erase(ANN), 404, 'Nothing is stored about this address.');
    expect(await erasures()).toEqual([]);
  });

  it('lists the enquiries of every folder, whatever the case of the address, with what hangs on each', async () => {
    await addHers();
    const page = await markupOf(await admin.get(person(' ANN.lee@example.NET ')));
    expect(page).toContain('3 enquiries');
    const [, ...parts] = page.split('<li class="grid gap-1');
    const items = parts.map((item) => item.replace(/<[^>]+>/g, ' '));
    expect(items).toHaveLength(3);
    const [trash, spam, inbox] = items;
    expect(trash).toMatch(/Trash.*0 notifications · 0 replies · 0 notes/s);
    expect(spam).toMatch(/Suspected spam.*1 notification · 0 replies/s);
    expect(inbox).toMatch(/Inbox.*Answered .* by ed@example.com.*1 notification · 1 reply · 2 notes/s);
    for (const [i, reference] of (await references('id < 4')).entries()) {
      expect(items.toReversed()[i]).toContain(reference);
      expect(page).toContain(`href="${message(i + 1)}"`);
    }
    for (const item of ['Message', 'Notification', 'Reply', 'Note']) expect(inbox).toContain(item);
    expect(inbox).toMatch(/\(868\) 555-0999\s+\S+ Ltd/);
    expect(inbox).toContain(`${WORD} rang`);
    expect(inbox).toMatch(/Reply\s+· ed@example.com · sent/);
    expect(page).not.toContain('Girder');
  });

  it('shows thousands a page at a time', async () => {
    await add(sql, 'messages', 1030, (i) => ({ email: ANN, subject: `Lift ${i}.`, created_at: ago(i * 1000) }));
    let place = person(ANN);
    for (const newest of [1, 26]) {
      const oldest = newest + 24;
      const page = await markupOf(await admin.get(place));
      expect(page).toContain('More than 1,000 enquiries');
      for (const i of [newest, oldest]) expect(page).toContain(`Lift ${i}.`);
      for (const i of [newest - 1, oldest + 1]) expect(page).not.toContain(`Lift ${i}.`);
      place = /href="([^"]+)"[^>]*>Older</.exec(page)![1]!.replaceAll('&amp;', '&');
    }
  });
});

describe('the export', () => {
  it('is an uncached download with every column of everything that is stored', async () => {
    await addHers();
    const answer = await admin.get(exportPerson(ANN));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="person.json"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { address, enquiries } = (await answer.json()) as { address: string; enquiries: Record<string, unknown>[] };
    expect(address).toBe(ANN);
    expect(enquiries.map(({ reference }) => reference)).toEqual(await references('id < 4'));
    expect(enquiries.map(({ folder }) => folder)).toEqual(['inbox', 'spam', 'trash']);
    expect(enquiries[0]).toMatchObject({
      name: `Ann ${WORD}`,
      email: ANN,
      subject: WORD,
      message: `${WORD} at last`,
      phone: '(868) 555-0999',
      company: `${WORD} Ltd`,
      answered_by: 'ed@example.com',
      files: [],
      notification: { state: 'sent', payload: { name: WORD } },
      replies: [{ who: 'ed@example.com', text: WORD, state: 'sent' }],
      notes: [{ who: 'ed@example.com', text: `${WORD} rang` }],
      happened: [{ kind: 'reply' }, { kind: 'answered', text: `${WORD} by phone` }],
    });
    const [{ notification, replies, ...enquiry }] = enquiries as [Record<string, never>];
    const exported = { messages: enquiry, notifications: notification!, replies: replies![0]! };
    const inner = ['id', 'message_id', 'submission_key', 'activity_id', 'reply_token', 'owner_id'];
    for (const [table, row] of Object.entries(exported)) {
      const all = await sql.column('select column_name from information_schema.columns where table_name = $1', [table]);
      expect(Object.keys(row)).toEqual(expect.arrayContaining(all.filter((name) => !inner.includes(name as string))));
    }
  });

  it('holds each of many enquiries once, in their order', async () => {
    await add(sql, 'messages', 450, (i) => ({ email: ANN, subject: String(i), created_at: '2026-01-01T00:00:00Z' }));
    const { enquiries } = (await (await admin.get(exportPerson(ANN))).json()) as { enquiries: { subject: string }[] };
    expect(enquiries.map(({ subject }) => subject)).toEqual(Array.from({ length: 450 }, (_, i) => String(i + 1)));
  });
});

describe('erasing', () => {
  it('removes everything of the person, and nothing of others', async () => {
    await addHers();
    const hers = await references('id < 4');
    expect((await rowsWith(WORD)).length).toBeGreaterThan(5);
    const answer = await expectLed(erase(` ${ANN.toUpperCase()} `), paths.admin.messages);
    await expectPage(admin.after(answer), 200, 'Erased 3 enquiries');
    for (const text of [WORD, 'ann.lee', '555-0999']) expect(await rowsWith(text)).toEqual([]);
    expect(await sql('select name from messages')).toEqual([{ name: 'Bo' }]);
    expect(await sql('select message_id from notifications')).toEqual([{ message_id: 4 }]);
    expect(await erasures()).toEqual([
      { who: admin.email, what: `Erased all data of a person: ${hers.join(', ')}`, address: '127.0.0.1' },
    ]);
    expect(await markupOf(await admin.get(person(ANN)))).toContain('Nothing is stored about this address.');
  });

  it('does so with more than a thousand enquiries, of which the log names the first twenty', async () => {
    await add(sql, 'messages', 1201, () => ({ email: ANN }));
    await sql(`insert into notifications (message_id, payload, state) select id, '{}', 'failed' from messages`);
    expect((await erase(ANN)).status).toBe(303);
    expect(await references()).toEqual([]);
    const what = await sql.value<string>('select what from activities');
    expect(what.match(/SR-/g)).toHaveLength(20);
    expect(what).toMatch(/ and 1,181 more$/);
  });
});

describe('a mail of theirs', () => {
  const reply = () =>
    admin.post(`${message(1)}?form=reply`, { intent: 'reply', subject: 'Re', text: WORD, version: '0' });

  it('that waits for another try is never sent, and no job is left', async () => {
    postmark.behave({ kind: 'error', status: 503 });
    expect((await sendEnquiry(site.url, { email: ANN, subject: WORD })).status).toBe(303);
    await sql(`update messages set folder = 'inbox'`);
    await reply();
    const tried = () => sql('select 1 from graphile_worker.jobs where attempts > 0 and locked_at is null');
    await expect.poll(tried, { timeout: 10_000 }).toHaveLength(2);
    expect((await erase(ANN)).status).toBe(303);
    expect(await jobs()).toEqual([]);
    postmark.behave({ kind: 'well' });
    await nextMailIsSent();
    expect(postmark.taken.filter((mail) => JSON.stringify(mail).includes(WORD))).toEqual([]);
  });

  it.each([
    ['is being sent', reply], // waits behind it
    ['is queued again while it is being sent', () => admin.post(message(1), { intent: 'send-again' })],
  ])('that %s is waited for: none is sent once the erasure is done', async (_, meanwhile) => {
    postmark.behave({ kind: 'late', ms: 1500 });
    const before = postmark.requests();
    await sendEnquiry(site.url, { email: ANN, subject: WORD });
    await expect.poll(() => postmark.requests(), { timeout: 10_000 }).toBe(before + 1);
    await meanwhile();
    expect((await erase(ANN)).status).toBe(303);
    expect(postmark.taken.filter(({ Subject }) => Subject.includes(WORD))).toHaveLength(1);
    expect(await jobs()).toEqual([]);
    expect(await rowsWith(WORD)).toEqual([]);
    postmark.behave({ kind: 'well' });
    await nextMailIsSent();
    expect(postmark.requests()).toBe(before + 2);
  });

  it('that does not end in time leaves all as it was, and the others queued', async () => {
    await addHers();
    await add(sql, 'notifications', [{ message_id: 3 }]);
    await sql(`insert into replies (message_id, who, subject, text) values (1, 'w', 's', 't')`);
    const addJob = (kind: string, row: string) =>
      sql(`select graphile_worker.add_job('held-for-a-test', '{}', job_key => '${kind}:' || id) from ${row}`);
    await addJob('enquiry-notification', 'notifications where message_id = 3');
    await sql(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test'`);
    await addJob('enquiry-reply', "replies where who = 'w'");
    const by = { who: 'command line', address: null };
    expect(await erasePerson(forkEntityManager(app), ANN, by, 300)).toEqual({ outcome: 'sending' });
    expect(await references()).toHaveLength(4);
    expect(await jobs()).toHaveLength(2);
    // A mail of a killed process does not delay it.
    await sql(
      `update graphile_worker._private_jobs set locked_at = now() - interval '21 seconds' where locked_at is not null`,
    );
    expect(await erasePerson(forkEntityManager(app), ANN, by, 300)).toMatchObject({ outcome: 'saved' });
    expect(await jobs()).toEqual([]);
  });

  it('is not queued again while it is being erased, nor afterwards', async () => {
    await addHers();
    await sql(`update replies set state = 'failed'`);
    const id = await sql.value<string>('select id from replies');
    const forms = ['intent=send-again', `intent=send-reply-again&reply=${id}`];
    const again = () => Promise.all(forms.map((form) => admin.post(message(1), new URLSearchParams(form))));
    const erasing = forTest(await begin(database.connection, 'select from messages where id = 1 for update'));
    const asked = again();
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => sql(waiting)).not.toEqual([]);
    await erasing.query('delete from messages where id = 1; commit');
    for (const { status } of await asked) expect([404, 503]).toContain(status); // 503 after a long wait
    expect(await jobs()).toEqual([]);
    expect((await again()).map(({ status }) => status)).toEqual([404, 404]);
  });

  /** Then everything queued before has been handled. */
  async function nextMailIsSent(): Promise<void> {
    await sendEnquiry(site.url, { email: 'bo@example.net', subject: 'The next one' });
    const isSent = () => postmark.taken.some(({ Subject }) => Subject.includes('The next one'));
    await expect.poll(isSent, { timeout: 10_000 }).toBe(true);
  }
});
