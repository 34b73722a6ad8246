import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NOT_SENT } from '#app/enquiries/receive/enquiry.schema.ts';
import { emptyTables } from '../support/content.ts';
import { startFakePostmark } from '../support/fake-postmark.ts';
import { forFile } from '../support/for-test.ts';
import { secondsSince } from '../support/process.ts';
import { visitByPassword } from '../support/visitor.ts';
import { count, get, newEnquiry, send, sendUntilTaken, untilHealthy, type Enquiry, type Outcome } from './load.ts';
import { isAlive, mailBy, startBehindProxy, testDatabaseApart } from './scene.ts';

// PostgreSQL goes away in every way it can. One product lives through all of it.
const PAGES = [
  '/',
  '/about',
  '/services',
  '/contact',
  '/contact-form',
  '/about?document=1',
  '/sitemap',
  '/sitemap.xml',
];
const ANSWER_S = 3;
const HEALTHY_S = 5;

const database = await testDatabaseApart();
const postmark = forFile(await startFakePostmark());
const product = forFile(await startBehindProxy({ DATABASE_URL: database.url, ...mailBy(postmark.url) }));
const { cookie } = await visitByPassword(product, database.sql, 'editor');

it('database black-holed: reading goes on, writing says so within 3 s, and it recovers by itself within 5 s', async () => {
  postmark.taken.length = 0;
  await emptyTables(database.sql, 'messages');
  const before = await untilHealthy(product.url);
  expect(before.seconds).toBeLessThan(HEALTHY_S);
  for (const page of PAGES) expect((await get(product.url + page)).status).toBe(200);
  const busy = await Promise.all(Array.from({ length: 10 }, () => get(`${product.url}/admin/dashboard`, { cookie })));
  expect(busy.map(({ status }) => status)).toEqual(busy.map(() => 200)); // ten connections are open
  const acknowledged: Enquiry[] = [...before.sent];
  const refused: Enquiry[] = [];
  const reads: Outcome[] = [];
  const writes: Outcome[] = [];
  const admin: Outcome[] = [];

  database.proxy.behave({ kind: 'black-hole' });
  try {
    // At once, on connections that were open; after 6 s, when every connection is a new one and pages are not kept.
    for (const wait of [0, 6000]) {
      await sleep(wait);
      const sent = Array.from({ length: 4 }, newEnquiry);
      const readAll = async () => {
        const outcomes: Outcome[] = [];
        for (const page of PAGES) outcomes.push(await get(product.url + page));
        return outcomes;
      };
      const [read, written, managed] = await Promise.all([
        readAll(),
        Promise.all(sent.map((enquiry) => send(product.url, enquiry))),
        Promise.all([1, 2].map(() => get(`${product.url}/admin/dashboard`, { cookie }))),
      ]);
      reads.push(...read);
      writes.push(...written);
      admin.push(...managed);
      refused.push(...sent);
    }
  } finally {
    database.proxy.behave({ kind: 'well' });
  }
  const after = await untilHealthy(product.url);
  acknowledged.push(...after.sent);
  // Whoever was refused sends the very same form again: it is stored once, whatever became of the first try.
  for (const enquiry of refused) expect((await send(product.url, enquiry)).status).toBe(303);
  acknowledged.push(...refused);

  const counted = await count(database.sql, acknowledged, postmark.taken);
  const answer = Math.max(...writes.map(({ seconds }) => seconds), ...admin.map(({ seconds }) => seconds));
  const slowestRead = Math.max(...reads.map(({ seconds }) => seconds));
  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
  expect(writes.map(({ status }) => status)).toEqual(writes.map(() => 503));
  for (const [i, { body }] of writes.entries()) {
    expect(body).toContain(NOT_SENT);
    expect(body).toContain(refused[i]!.subject);
  }
  expect(admin.map(({ status }) => status)).toEqual(admin.map(() => 503));
  for (const { body } of admin) expect(body).not.toMatch(/\bat .*:\d+:\d+|node_modules|ECONN|Query read/);
  expect(answer).toBeLessThan(ANSWER_S);
  expect(slowestRead).toBeLessThan(1);
  expect(after.seconds).toBeLessThan(HEALTHY_S);
  expect(counted).toMatchObject({ lost: 0, doubled: 0 });
  expect(isAlive(product.pid)).toBe(true);
});

it('database restarted three times under load: every acknowledged enquiry is stored and told once', async () => {
  postmark.taken.length = 0;
  await emptyTables(database.sql, 'messages');
  const over = new AbortController();
  const acknowledged: Enquiry[] = [];
  let answer = 0;
  const visitors = Array.from({ length: 6 }, async () => {
    while (!over.signal.aborted) {
      const enquiry = newEnquiry();
      const sent = await sendUntilTaken(product.url, enquiry, AbortSignal.timeout(20_000));
      if (sent.isTaken) acknowledged.push(enquiry);
      answer = Math.max(answer, sent.answer);
      await sleep(20);
    }
  });
  let healthy = 0;
  for (let restart = 0; restart < 3; restart++) {
    await sleep(1500);
    await database.stop();
    await database.start();
    const again = await untilHealthy(product.url);
    healthy = Math.max(healthy, again.seconds);
    acknowledged.push(...again.sent);
  }
  over.abort();
  await Promise.all(visitors);
  const counted = await count(database.sql, acknowledged, postmark.taken);
  expect(answer).toBeLessThan(ANSWER_S);
  expect(healthy).toBeLessThan(HEALTHY_S);
  expect(acknowledged.length).toBeGreaterThan(50);
  expect(counted).toMatchObject({ lost: 0, doubled: 0 });
  expect(isAlive(product.pid)).toBe(true);
});

it('every open connection forgotten silently: a change made meanwhile is shown within 30 s, and writing works again within 5 s', async () => {
  await untilHealthy(product.url);
  database.proxy.forget();
  const start = performance.now();
  const words = 'Changed while nobody heard';
  await database.sql('update page_content set content_value = $1 where section_key = $2', [words, 'hero_heading']);
  const isShown = async () => (await get(`${product.url}/`)).body.includes(words);
  expect(await isShown()).toBe(false); // it really was not heard
  await expect.poll(isShown, { timeout: 40_000, interval: 100 }).toBe(true);
  const noticed = secondsSince(start);
  expect(noticed).toBeLessThan(30);

  await untilHealthy(product.url);
  await Promise.all(Array.from({ length: 10 }, () => get(`${product.url}/admin/dashboard`, { cookie })));
  database.proxy.forget();
  const first = await send(product.url, newEnquiry());
  const after = await untilHealthy(product.url);
  const healthy = first.seconds + after.seconds;
  expect([303, 503]).toContain(first.status);
  expect(first.seconds).toBeLessThan(ANSWER_S);
  expect(healthy).toBeLessThan(HEALTHY_S);
});

it('SIGTERM while the database is silent: still ends within 5 s', async () => {
  const other = await startBehindProxy({ DATABASE_URL: database.url });
  database.proxy.behave({ kind: 'black-hole' });
  const waiting = Array.from({ length: 5 }, () => send(other.url, newEnquiry()));
  await sleep(200);
  const start = performance.now();
  const code = await other.stop('SIGTERM');
  const seconds = secondsSince(start);
  await Promise.all(waiting);
  database.proxy.behave({ kind: 'well' });
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(5);
});
