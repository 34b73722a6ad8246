import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { remindOfWaiting } from '#app/enquiries/reminders/reminders.server.ts';
import type { App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import { add, ago } from '../support/content.ts';
import { formOf } from '../support/enquiries.ts';
import { startFakePostmark, type TakenMail } from '../support/fake-postmark.ts';
import type { Product } from '../support/product.ts';
import { openTestApp } from '../support/test-app.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { visitByPassword } from '../support/visitor.ts';
import { report, secondsSince } from './figures.ts';
import { mailBy, startBehindProxy, type Postmark } from './scene.ts';

// Enquiries wait, and mail, a process or a clock fails just then.
const HOUR_MS = 3_600_000;
let database: TestDatabase;
let postmarks: [Postmark, Postmark];
let products: Product[] = [];
let app: App;
beforeAll(async () => {
  postmarks = [await startFakePostmark(), await startFakePostmark()];
});
beforeEach(async () => {
  database = await cloneDatabase(inject('postgres'));
  app = await openTestApp(database.connection);
  for (const postmark of postmarks) {
    postmark.behave({ kind: 'well' });
    postmark.taken.length = 0;
  }
});
afterEach(async () => {
  await Promise.all(products.map((product) => product.stop()));
  products = [];
  await app.orm.close(true);
  await database.drop();
});
afterAll(() => Promise.all((postmarks ?? []).map((postmark) => postmark.stop())));

/** Starts two processes, each of which sends its mail to a service of its own. */
async function startTwo(...more: Record<string, string>[]): Promise<[Product, Product]> {
  const start = ({ url }: Postmark, n: number) =>
    startBehindProxy({ DATABASE_URL: database.url, ...mailBy(url), ...more[n] });
  products = await Promise.all(postmarks.map(start));
  return products as [Product, Product];
}
const waits = (hours: number, subject: string) =>
  add(database.sql, 'messages', [{ created_at: ago(hours * HOUR_MS), subject }]);
const isReminder = ({ Subject }: TakenMail) => /wait(ed)? for an answer/.test(Subject);
const taken = () => postmarks.flatMap(({ taken }) => taken).filter(isReminder);
const reminders = () => database.sql<{ state: string; reason: string | null }>('select state, reason from reminders');
/** The queue tries again within six hours; the test does not wait for so long. */
const tryNow = () => database.sql('update graphile_worker._private_jobs set run_at = now() where locked_at is null');

it('mail is down for a day, in which an enquiry falls due every hour: one reminder comes when it is back', async () => {
  for (const postmark of postmarks) postmark.behave({ kind: 'error', status: 503 });
  products = [await startBehindProxy({ DATABASE_URL: database.url, ...mailBy(postmarks[0].url) })];
  const tries = postmarks[0].requests();
  await waits(21, 'The first');
  await remindOfWaiting(forkEntityManager(app));
  await expect.poll(async () => (await reminders())[0]?.reason, { timeout: 20_000 }).toContain('answered 503');
  for (let hour = 1; hour <= 24; hour++) {
    await database.sql(`update reminders set created_at = created_at - interval '1 hour'`);
    await database.sql(
      `update messages set created_at = created_at - interval '1 hour', reminded_at = reminded_at - interval '1 hour'`,
    );
    await waits(20.5, `Fell due in hour ${hour}`);
    await remindOfWaiting(forkEntityManager(app));
    if (hour % 6) continue;
    const before = postmarks[0].requests();
    await tryNow();
    await expect.poll(() => postmarks[0].requests(), { timeout: 20_000 }).toBeGreaterThan(before);
  }
  const piledUp = (await reminders()).length;
  const failed = postmarks[0].requests() - tries;
  postmarks[0].behave({ kind: 'well' });
  const back = performance.now();
  await tryNow();
  await expect.poll(() => taken().length, { timeout: 20_000 }).toBeGreaterThan(0);
  const healthy = secondsSince(back);
  await expect.poll(() => database.sql('select 1 from messages where reminded_at is null')).toEqual([]);
  for (let hour = 1; hour <= 3; hour++) {
    await database.sql(`update reminders set created_at = created_at - interval '1 hour'`);
    await remindOfWaiting(forkEntityManager(app));
  }
  await sleep(3000); // a second one would be sent by now
  const listed = taken()[0]!.TextBody.match(/The first|Fell due in hour \d+/g)!.length;
  report({
    fault: 'mail down for a day: reminders',
    healthy,
    notified: listed,
    lost: 25 - listed,
    duplicated: taken().length - 1,
    note: `one mail of 25 enquiries, after ${failed} tries that failed`,
  });
  expect(listed).toBe(25);
  expect(piledUp).toBe(1);
  expect(taken()).toHaveLength(1);
  expect(taken()[0]!.Subject).toContain('25 enquiries wait for an answer, the oldest for 45 h');
  expect((await reminders()).map(({ state }) => state)).toEqual(['sent']);
});

it('of two processes, the one that is about to send the reminder is killed: the other sends it, once', async () => {
  for (const postmark of postmarks) postmark.behave({ kind: 'silent' });
  const before = postmarks.map(({ requests }) => requests());
  const two = await startTwo();
  await waits(21, 'A tandem lift');
  const sender = () => postmarks.findIndex(({ requests }, n) => requests() > before[n]!);
  await expect.poll(sender, { timeout: 40_000, interval: 50 }).toBeGreaterThanOrEqual(0);
  const killed = sender();
  await two[killed]!.stop('SIGKILL');
  for (const postmark of postmarks) postmark.behave({ kind: 'well' });
  const start = performance.now();
  await expect.poll(() => taken().length, { timeout: 60_000 }).toBe(1);
  const healthy = secondsSince(start);
  await expect.poll(async () => (await reminders()).map(({ state }) => state)).toEqual(['sent']);
  expect(await remindOfWaiting(forkEntityManager(app))).toBe(false);
  await sleep(3000); // a second one would be sent by now
  report({
    fault: 'two processes, the one that sends a reminder is killed',
    healthy,
    notified: taken().length,
    duplicated: taken().length - 1,
    note: 'sent by the other',
  });
  expect(postmarks[1 - killed]!.taken.filter(isReminder)).toHaveLength(1);
  expect(taken()).toHaveLength(1);
  expect(healthy).toBeLessThan(45);
});

it('clocks of two processes are 3 h ahead and 3 h behind: enquiries are no spam, reminders come by the database', async () => {
  const shifted = (ms: number) => ({
    CLOCK_SHIFT_MS: String(ms),
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'shifted-clock.ts')}`,
  });
  const both = await startTwo(shifted(3 * HOUR_MS), shifted(-3 * HOUR_MS));
  const served = async ({ url }: Product) =>
    /name="formId"[^>]*value="([^"]+)"/.exec(await (await fetch(url + paths.contactForm)).text())![1]!;
  const send = async ({ url }: Product, subject: string, formId: string) => {
    const headers = { Origin: url, 'X-Forwarded-For': `10.5.${Math.floor(Math.random() * 255)}.1` };
    const body = formOf({ subject, formId });
    return (await fetch(url + paths.contactForm, { method: 'POST', body, headers, redirect: 'manual' })).status;
  };
  const forms = await Promise.all(both.map(served));
  const at = (n: number) => (n ? 'behind' : 'ahead');
  const statuses: number[] = [];
  for (const [n, product] of both.entries()) statuses.push(await send(product, `at once, ${at(n)}`, forms[n]!));
  await sleep(2100);
  for (const [n, product] of both.entries())
    for (const [m, form] of forms.entries())
      statuses.push(await send(product, `from ${at(m)} to ${at(n)}`, form.replace(/.$/, String(n))));
  const stored = await database.sql<{ subject: string; folder: string }>('select subject, folder from messages');
  const folders = Object.fromEntries(stored.map(({ subject, folder }) => [subject, folder]));
  expect(new Set(statuses)).toEqual(new Set([303]));
  expect(folders).toEqual({
    'at once, ahead': 'spam',
    'at once, behind': 'spam',
    'from ahead to ahead': 'inbox',
    'from behind to ahead': 'inbox',
    'from ahead to behind': 'inbox',
    'from behind to behind': 'inbox',
  });

  const clocks: string[] = [];
  for (const product of both) {
    const staff = await visitByPassword(product, database.sql, 'admin'); // sessions end by the database's clock
    const page = await (await staff.get(paths.admin.messages)).text();
    clocks.push(/Answer due in \d+ h|Overdue by \d+ h/.exec(page)![0]);
  }
  await waits(19.9, 'Not yet due');
  expect(await remindOfWaiting(forkEntityManager(app))).toBe(false);
  await waits(20.1, 'Due');
  await expect.poll(() => taken().length, { timeout: 40_000 }).toBe(1);
  const note = `answer clock of a new enquiry: ${clocks.join(' and ')}; reminder: ${taken()[0]!.Subject}`;
  report({ fault: 'clocks 3 h ahead and behind', acknowledged: 6, stored: stored.length, lost: 0, note });
  expect(clocks).toEqual(['Answer due in 21 h', 'Answer due in 24 h']);
  expect(taken()[0]!.Subject).toMatch(/the oldest for 20 h$/);
});
