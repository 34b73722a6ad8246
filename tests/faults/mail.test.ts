import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emptyTables } from '../support/content.ts';
import { startFakePostmark } from '../support/fake-postmark.ts';
import { startFaultProxy, type FaultProxy, type NetworkMood } from '../support/fault-proxy.ts';
import type { Product } from '../support/product.ts';
import { testDatabase } from '../support/database.ts';
import { count, newEnquiry, send, type Enquiry } from './load.ts';
import { mailBy, startBehindProxy, type Postmark } from './scene.ts';

// The mail service fails in every way it can. A visitor must not notice, and no enquiry may stay untold.
const ANSWER_S = 2;
const database = await testDatabase();
let postmark: Postmark;
let network: FaultProxy;
let product: Product;

beforeAll(async () => {
  postmark = await startFakePostmark();
  network = await startFaultProxy(postmark.port);
  product = await startBehindProxy({ DATABASE_URL: database.url, ...mailBy(`http://127.0.0.1:${network.port}`) });
  await send(product.url, newEnquiry()); // the first of a process is the slowest
});
afterAll(async () => {
  await product?.stop();
  await network?.stop();
  await postmark?.stop();
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

const passing: { fault: string; network: NetworkMood; reason: RegExp; wait?: number }[] = [
  { fault: 'mail service down', network: { kind: 'refuses' }, reason: /could not be reached/ },
  { fault: 'mail service silent', network: { kind: 'black-hole' }, reason: /too long/, wait: 14_000 },
];
for (const { fault, network: mood, reason, wait = 8000 } of passing) {
  it(`${fault}: the visitor notices nothing, and the mail goes out when it is back`, async () => {
    network.behave(mood);
    const { enquiries, answer } = await sendThree();
    // one mail after the other, in an order that nobody chose
    const reasons = async () => (await Promise.all(enquiries.map(state))).map(({ reason }) => reason ?? '').join();
    await expect.poll(reasons, { timeout: wait, interval: 100 }).toMatch(reason);
    expect((await state(enquiries[0]!)).state).toBe('waiting');
    network.behave({ kind: 'well' });
    const counted = await count(database.sql, enquiries, postmark.taken);
    expect(answer).toBeLessThan(ANSWER_S);
    expect(counted).toMatchObject({ acknowledged: 3, stored: 3, notified: 3, lost: 0, doubled: 0 });
  });
}

it('mail service slow (3 s a mail): mails go out one after the other, each once', async () => {
  postmark.behave({ kind: 'late', ms: 3000 });
  const { enquiries, answer } = await sendThree();
  const counted = await count(database.sql, enquiries, postmark.taken);
  expect(answer).toBeLessThan(ANSWER_S);
  expect(counted).toMatchObject({ stored: 3, notified: 3, lost: 0, doubled: 0, duplicated: 0 });
});

it('mail service takes a mail and answers too late: it comes again with the same Message-ID', async () => {
  postmark.behave({ kind: 'late', ms: 12_000 });
  const enquiry = newEnquiry();
  expect((await send(product.url, enquiry)).status).toBe(303);
  await expect.poll(async () => (await state(enquiry)).reason, { timeout: 14_000, interval: 100 }).toMatch(/too long/);
  await expect.poll(() => postmark.taken.length, { timeout: 5000 }).toBe(1);
  postmark.behave({ kind: 'well' });
  const counted = await count(database.sql, [enquiry], postmark.taken);
  expect(counted).toMatchObject({ stored: 1, notified: 1, lost: 0, doubled: 0, duplicated: 1 });
});
