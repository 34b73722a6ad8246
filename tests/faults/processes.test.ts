import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startFakePostmark } from '../support/fake-postmark.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { report, secondsSince } from './figures.ts';
import { count, newEnquiry, send, untilHealthy, type Outcome } from './load.ts';
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
