import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NOT_SENT } from '#app/enquiries/receive/enquiry.schema.ts';
import { publicPages } from '#app/paths.ts';
import { mailBy, startFakePostmark } from '../support/fake-postmark.ts';
import { forFile } from '../support/for-test.ts';
import { secondsSince } from '../support/process.ts';
import { visitByPassword } from '../support/visitor.ts';
import { count, get, newEnquiry, send, waitUntilHealthy, sendUntilTaken, type Enquiry } from './load.ts';
import { startBehindProxy, testDatabaseApart } from './scene.ts';

// PostgreSQL fails in every possible way. One product lives through all of it.
const PAGES = [...publicPages, '/about?document=1', '/sitemap.xml'];
const ANSWER_S = 3;
const HEALTHY_S = 5;

const database = await testDatabaseApart();
const postmark = forFile(await startFakePostmark());
const product = forFile(await startBehindProxy({ DATABASE_URL: database.url, ...mailBy(postmark.url) }));
const { cookie } = await visitByPassword(product, database.sql, 'editor');

it('database black-holed: pages still work, forms say so within 3 s, and the product recovers within 5 s', async () => {
  const before = await waitUntilHealthy(product.url);
  for (const page of PAGES) expect((await get(product.url + page)).status).toBe(200);
  const busy = await Promise.all(Array.from({ length: 10 }, () => get(`${product.url}/admin/dashboard`, { cookie })));
  expect(busy.map(({ status }) => status)).toEqual(busy.map(() => 200)); // ten connections are open
  const refused: Enquiry[] = [];

  database.proxy.behave({ kind: 'black-hole' });
  try {
    // First at once, on open connections; then after 6 s, when all connections are new and pages are no longer cached.
    for (const wait of [0, 6000]) {
      await sleep(wait);
      const sent = Array.from({ length: 4 }, newEnquiry);
      refused.push(...sent);
      const written = sent.map(async (enquiry) => {
        const { status, body, seconds } = await send(product.url, enquiry);
        expect([status, body.includes(NOT_SENT), body.includes(enquiry.subject)]).toEqual([503, true, true]);
        expect(seconds).toBeLessThan(ANSWER_S);
      });
      const managed = [1, 2].map(async () => {
        const { status, seconds } = await get(`${product.url}/admin/dashboard`, { cookie });
        expect(status).toBe(503);
        expect(seconds).toBeLessThan(ANSWER_S);
      });
      const readAll = async () => {
        for (const page of PAGES) {
          const { status, seconds } = await get(product.url + page);
          expect([page, status]).toEqual([page, 200]);
          expect(seconds).toBeLessThan(1);
        }
      };
      await Promise.all([...written, ...managed, readAll()]);
    }
  } finally {
    database.proxy.behave({ kind: 'well' });
  }
  const after = await waitUntilHealthy(product.url);
  expect(after.seconds).toBeLessThan(HEALTHY_S);
  // Refused visitors send the same form again. It is stored once, whether or not the first try succeeded.
  for (const enquiry of refused) expect((await send(product.url, enquiry)).status).toBe(303);
  const acknowledged = [before.sent, after.sent, ...refused];
  expect(await count(database.sql, acknowledged, postmark.taken)).toEqual({ lost: 0, doubled: 0 });
});

it('database restarted three times under load: every acknowledged enquiry is stored and told once', async () => {
  const over = new AbortController();
  const acknowledged: Enquiry[] = [];
  const visitors = Array.from({ length: 6 }, async () => {
    while (!over.signal.aborted) {
      const enquiry = newEnquiry();
      if (await sendUntilTaken(() => send(product.url, enquiry), AbortSignal.timeout(20_000)))
        acknowledged.push(enquiry);
      await sleep(20);
    }
  });
  for (let restart = 0; restart < 3; restart++) {
    await sleep(1500);
    await database.stop();
    await database.start();
    const again = await waitUntilHealthy(product.url);
    expect(again.seconds).toBeLessThan(HEALTHY_S);
    acknowledged.push(again.sent);
  }
  over.abort();
  await Promise.all(visitors);
  expect(acknowledged.length).toBeGreaterThan(50);
  expect(await count(database.sql, acknowledged, postmark.taken)).toEqual({ lost: 0, doubled: 0 });
});

it('every open connection forgotten silently: a change made meanwhile is shown within 30 s, and writing works again within 5 s', async () => {
  await waitUntilHealthy(product.url);
  database.proxy.forget();
  const start = performance.now();
  const words = 'Changed while nobody heard';
  await database.sql('update page_content set content_value = $1 where section_key = $2', [words, 'hero_heading']);
  const isShown = async () => (await get(`${product.url}/`)).body.includes(words);
  expect(await isShown()).toBe(false); // the change was really missed
  await expect.poll(isShown, { timeout: 40_000, interval: 100 }).toBe(true);
  expect(secondsSince(start)).toBeLessThan(30);

  await waitUntilHealthy(product.url);
  await Promise.all(Array.from({ length: 10 }, () => get(`${product.url}/admin/dashboard`, { cookie })));
  database.proxy.forget();
  const first = await send(product.url, newEnquiry());
  const after = await waitUntilHealthy(product.url);
  expect([303, 503]).toContain(first.status);
  expect(first.seconds).toBeLessThan(ANSWER_S);
  expect(first.seconds + after.seconds).toBeLessThan(HEALTHY_S);
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
