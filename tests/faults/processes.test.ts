import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startFakePostmark } from '../support/fake-postmark.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { report, secondsSince } from './figures.ts';
import { count, get, newEnquiry, send, untilHealthy, type Enquiry, type Outcome } from './load.ts';
import { mailBy, startBehindProxy, startDatabase, type Postmark } from './scene.ts';

// Several processes on one database, and the end of one under load.
let database: TestDatabase;
let postmark: Postmark;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  postmark = await startFakePostmark();
});
afterAll(async () => {
  await postmark?.stop();
  await database?.drop();
});

it('two processes on one database share limits, and maintenance reaches both within 1 s', async () => {
  const env = { DATABASE_URL: database.url, ...mailBy(postmark.url) };
  const products = await Promise.all([startBehindProxy(env), startBehindProxy(env)]);
  const [first, second] = products.map(({ url }) => url) as [string, string];
  try {
    const seeded = await database.sql<{ n: number }>('select count(*)::int as n from services');
    expect(seeded[0]!.n).toBe(4); // one of them migrated and put in the starting content, the other waited

    const mine: Enquiry[] = Array.from({ length: 9 }, () => ({ ...newEnquiry(), address: '10.9.9.9' }));
    const statuses: number[] = [];
    for (const [i, enquiry] of mine.entries()) statuses.push((await send(i % 2 ? first : second, enquiry)).status);
    expect(statuses).toEqual([...Array<number>(8).fill(303), 429]);

    const tries: number[] = [];
    for (let i = 0; i < 12; i++) tries.push(await signInWrongly(i % 2 ? first : second));
    expect(tries).toEqual([...Array<number>(10).fill(401), 429, 429]);

    const twice = newEnquiry();
    const parallel = await Promise.all(Array.from({ length: 20 }, (_, i) => send(i % 2 ? first : second, twice)));
    expect(new Set(parallel.map(({ status }) => status))).toEqual(new Set([303]));

    const streams = await Promise.all([openStream(first, '10.8.0.1'), openStream(second, '10.8.0.1')]);
    const start = performance.now();
    await database.sql(`update site_status set maintenance_mode = true, message = 'Crane inspection'`);
    await Promise.all([first, second].map((url) => until(async () => (await get(url)).status === 503)));
    const reached = secondsSince(start);
    await until(async () => streams.every(({ text }) => text().includes('Crane inspection')));
    const pushed = secondsSince(start);
    await database.sql('update site_status set maintenance_mode = false, message = null');
    await Promise.all([first, second].map((url) => until(async () => (await get(url)).status === 200)));
    streams.forEach(({ close }) => close());

    const counted = await count(database.sql, [...mine.slice(0, 8), twice], postmark.taken);
    const note = `maintenance in both after ${reached.toFixed(2)} s, in open pages after ${pushed.toFixed(2)} s`;
    report({ fault: 'two processes, one database', answer: Math.max(reached, pushed), ...counted, note });
    expect(Math.max(reached, pushed)).toBeLessThan(1);
    expect(counted).toMatchObject({ acknowledged: 9, stored: 9, notified: 9, lost: 0, doubled: 0, duplicated: 0 });
  } finally {
    await Promise.all(products.map((product) => product.stop()));
  }
});

it('SIGTERM under load with 500 open event streams: running requests finish, exit 0 within 5 s', async () => {
  const server = await startDatabase();
  const product = await startBehindProxy({ DATABASE_URL: server.url, ...mailBy(postmark.url) });
  postmark.taken.length = 0;
  try {
    const streams = await Promise.all(
      Array.from({ length: 500 }, (_, i) => openStream(product.url, `10.7.${i % 5}.1`)),
    );
    await until(async () => streams.every(({ text }) => text().includes('site-status')));
    const first = Array.from({ length: 10 }, newEnquiry);
    const warm = await Promise.all(first.map((enquiry) => send(product.url, enquiry)));
    expect(warm.map(({ status }) => status)).toEqual(warm.map(() => 303)); // ten connections are open
    server.proxy.behave({ kind: 'late', ms: 400 }); // so that requests are really under way
    const running = Array.from({ length: 20 }, newEnquiry);
    const outcomes = running.map((enquiry) => send(product.url, enquiry));
    await sleep(700);
    const start = performance.now();
    const code = await product.stop('SIGTERM');
    const seconds = secondsSince(start);
    const done = await Promise.all(outcomes);
    const finished = running.filter((_, i) => done[i]!.status === 303);
    await until(async () => streams.every(({ isOver }) => isOver()));

    // What was queued is sent by the next process.
    server.proxy.behave({ kind: 'well' });
    const back = performance.now();
    const next = await startBehindProxy({ DATABASE_URL: server.url, ...mailBy(postmark.url) });
    const { sent } = await untilHealthy(next.url);
    const healthy = secondsSince(back);
    const counted = await count(server.sql, [...first, ...finished, ...sent], postmark.taken);
    await next.stop();
    report({
      fault: 'SIGTERM under load, 500 event streams',
      answer: seconds,
      healthy,
      ...counted,
      note: `exit code ${code}, requests under way answered ${tally(done)}`,
    });
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(5);
    for (const { status } of done) expect([303, 503]).toContain(status); // an answer, not a broken connection
    expect(finished.length).toBeGreaterThanOrEqual(10);
    expect(counted).toMatchObject({ lost: 0, doubled: 0 });
  } finally {
    await product.stop('SIGKILL');
    await server.remove();
  }
});

it('SIGTERM while the database is silent: still ends within 5 s', async () => {
  const network = await startFaultProxy(`${database.connection.host}/.s.PGSQL.${database.connection.port}`);
  const { user, database: name } = database.connection;
  const product = await startBehindProxy({ DATABASE_URL: `postgres://${user}@127.0.0.1:${network.port}/${name}` });
  network.behave({ kind: 'black-hole' });
  const waiting = Array.from({ length: 5 }, () => send(product.url, newEnquiry()));
  await sleep(200);
  const start = performance.now();
  const code = await product.stop('SIGTERM');
  const seconds = secondsSince(start);
  await Promise.all(waiting);
  await network.stop();
  report({ fault: 'SIGTERM while the database is silent', answer: seconds, note: `exit code ${code}` });
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(5);
});

async function signInWrongly(url: string): Promise<number> {
  const answer = await fetch(`${url}/admin/login`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'nobody@example.com', password: 'not the password' }),
    headers: { Origin: url, 'X-Forwarded-For': '10.6.6.6' },
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return answer.status;
}

function openStream(url: string, address: string): Promise<{ text(): string; isOver(): boolean; close(): void }> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Forwarded-For': address };
    const request = http.get(`${url}/events`, { headers, agent: false }, (response) => {
      let text = '';
      let isOver = false;
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('close', () => (isOver = true));
      response.on('error', () => {});
      resolve({ text: () => text, isOver: () => isOver, close: () => request.destroy() });
    });
    request.on('error', reject);
  });
}

/** How many of each status. */
const tally = (outcomes: Outcome[]) =>
  Object.entries(Object.groupBy(outcomes, ({ status }) => String(status)))
    .map(([status, some]) => `${some!.length} × ${status}`)
    .join(', ');

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: 10_000, interval: 20 }).toBe(true);
}
