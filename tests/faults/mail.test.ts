import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { emptyTables } from '../support/content.ts';
import { startFakePostmark, type PostmarkMood } from '../support/fake-postmark.ts';
import { startFaultProxy, type FaultProxy, type NetworkMood } from '../support/fault-proxy.ts';
import type { Product } from '../support/product.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { report, secondsSince } from './figures.ts';
import { count, newEnquiry, send, type Enquiry } from './load.ts';
import { mailBy, startBehindProxy, type Postmark } from './scene.ts';

// The mail service fails in every way it can. A visitor must not notice, and no enquiry may stay untold.
const ANSWER_S = 2;
let database: TestDatabase;
let postmark: Postmark;
let network: FaultProxy;
let product: Product;

beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  postmark = await startFakePostmark();
  network = await startFaultProxy(postmark.port);
  product = await startBehindProxy({ DATABASE_URL: database.url, ...mailBy(`http://127.0.0.1:${network.port}`) });
  await send(product.url, newEnquiry()); // the first of a process is the slowest
});
afterAll(async () => {
  await product?.stop();
  await network?.stop();
  await postmark?.stop();
  await database?.drop();
});
beforeEach(async () => {
  await emptyTables(database.sql, 'messages');
  await database.sql('delete from graphile_worker._private_jobs');
  network.behave({ kind: 'well' });
  postmark.behave({ kind: 'well' });
  postmark.taken.length = 0;
});

const state = async ({ subject }: Enquiry) =>
  (
    await database.sql<{ state: string; reason: string | null; attempts: number }>(
      `select n.state, n.reason, n.attempts from notifications n join messages m on m.id = n.message_id where m.subject = $1`,
      [subject],
    )
  )[0]!;

async function sendThree(): Promise<{ enquiries: Enquiry[]; answer: number }> {
  const enquiries = [newEnquiry(), newEnquiry(), newEnquiry()];
  const outcomes = await Promise.all(enquiries.map((enquiry) => send(product.url, enquiry)));
  expect(outcomes.map(({ status }) => status)).toEqual([303, 303, 303]);
  return { enquiries, answer: Math.max(...outcomes.map(({ seconds }) => seconds)) };
}

const passing: { fault: string; mood?: PostmarkMood; network?: NetworkMood; reason: RegExp; wait?: number }[] = [
  { fault: 'mail service down', network: { kind: 'refuses' }, reason: /could not be reached/ },
  { fault: 'mail service answers 429', mood: { kind: 'error', status: 429 }, reason: /answered 429/ },
  { fault: 'mail service answers 500', mood: { kind: 'error', status: 500 }, reason: /answered 500/ },
  { fault: 'mail service cuts connections', mood: { kind: 'hangs-up' }, reason: /could not be reached/ },
  { fault: 'mail service silent', network: { kind: 'black-hole' }, reason: /too long/, wait: 14_000 },
];
for (const { fault, mood, network: net, reason, wait = 8000 } of passing) {
  it(`${fault}: the visitor notices nothing, and the mail goes out when it is back`, async () => {
    if (net) network.behave(net);
    if (mood) postmark.behave(mood);
    const { enquiries, answer } = await sendThree();
    // one mail after the other, in an order that nobody chose
    const reasons = async () => (await Promise.all(enquiries.map(state))).map(({ reason }) => reason ?? '').join();
    await expect.poll(reasons, { timeout: wait, interval: 100 }).toMatch(reason);
    expect((await state(enquiries[0]!)).state).toBe('waiting');
    network.behave({ kind: 'well' });
    postmark.behave({ kind: 'well' });
    const back = performance.now();
    const counted = await count(database.sql, enquiries, postmark.taken);
    const healthy = secondsSince(back);
    report({ fault, answer, healthy, ...counted });
    expect(answer).toBeLessThan(ANSWER_S);
    expect(counted).toMatchObject({ acknowledged: 3, stored: 3, notified: 3, lost: 0, doubled: 0 });
  });
}

it('mail service slow (3 s a mail): mails go out one after the other, each once', async () => {
  postmark.behave({ kind: 'late', ms: 3000 });
  const { enquiries, answer } = await sendThree();
  const counted = await count(database.sql, enquiries, postmark.taken);
  report({ fault: 'mail service slow, 3 s a mail', answer, ...counted });
  expect(answer).toBeLessThan(ANSWER_S);
  expect(counted).toMatchObject({ stored: 3, notified: 3, lost: 0, doubled: 0, duplicated: 0 });
});

it('mail service takes a mail and answers too late: it comes again with the same Message-ID', async () => {
  postmark.behave({ kind: 'late', ms: 12_000 });
  const enquiry = newEnquiry();
  const { status, seconds } = await send(product.url, enquiry);
  expect(status).toBe(303);
  await expect.poll(async () => (await state(enquiry)).reason, { timeout: 14_000, interval: 100 }).toMatch(/too long/);
  await expect.poll(() => postmark.taken.length, { timeout: 5000 }).toBe(1);
  postmark.behave({ kind: 'well' });
  const counted = await count(database.sql, [enquiry], postmark.taken);
  report({ fault: 'mail service accepts, answers after 12 s', answer: seconds, ...counted });
  expect(counted).toMatchObject({ stored: 1, notified: 1, lost: 0, doubled: 0, duplicated: 1 });
});

it('mail service refuses the account (401): the mail waits with its reason, and goes out once that is right', async () => {
  postmark.behave({ kind: 'error', status: 401, code: 10 });
  const enquiry = newEnquiry();
  const { seconds } = await send(product.url, enquiry);
  await expect.poll(async () => (await state(enquiry)).reason, { timeout: 8000 }).toContain('token is wrong');
  postmark.behave({ kind: 'well' });
  await expect.poll(async () => (await state(enquiry)).state, { timeout: 30_000 }).toBe('sent');
  const counted = await count(database.sql, [enquiry], postmark.taken);
  report({ fault: 'mail service refuses the account', answer: seconds, ...counted });
  expect(counted).toMatchObject({ stored: 1, notified: 1, lost: 0, doubled: 0 });
});

for (const status of [422]) {
  it(`mail service answers ${status}: parked as failed with its reason, not tried again`, async () => {
    postmark.behave({ kind: 'error', status, code: 300 });
    const requests = postmark.requests();
    const enquiry = newEnquiry();
    const { seconds } = await send(product.url, enquiry);
    await expect.poll(async () => (await state(enquiry)).state, { timeout: 8000 }).toBe('failed');
    const { reason } = await state(enquiry);
    expect(reason).toContain(`answered ${status}`);
    expect(reason).not.toContain('@');
    await sleep(4000); // a second try would come after 2.7 s
    expect(postmark.requests()).toBe(requests + 1);
    expect(await database.sql('select 1 from graphile_worker.jobs')).toEqual([]);
    report({
      fault: `mail service answers ${status}`,
      answer: seconds,
      acknowledged: 1,
      stored: 1,
      notified: 0,
      note: `parked: ${reason}`,
    });
  });
}
