import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { fileLike, sendWithFiles } from '../support/enquiry-files.ts';
import { startFaultProxy, type FaultProxy, type NetworkMood } from '../support/fault-proxy.ts';
import type { Product } from '../support/product.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { cookieOf, visitByPassword, type Visitor } from '../support/visitor.ts';
import { report, secondsSince } from './figures.ts';
import { isAlive, startBehindProxy } from './scene.ts';

// The store fails while visitors send drawings and photos. Their enquiries are saved, and they are told what was not kept.
const ANSWER_S = 16;
let database: TestDatabase;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let network: FaultProxy;
let product: Product;
let staff: Visitor;

beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  s3 = await startS3Server();
  network = await startFaultProxy(Number(new URL(s3.settings.endpoint!).port));
  product = await startBehindProxy({ DATABASE_URL: database.url, ...s3Env(s3.settings, network.port) });
  staff = await visitByPassword(product, database.sql, 'admin');
});
afterAll(async () => {
  await product?.stop();
  await network?.stop();
  await s3?.stop();
  await database?.drop();
});

let visitors = 0;

/** One visitor sends two files, and reads what the page then says. */
async function visit(): Promise<{ subject: string; status: number; seconds: number; lost: boolean[] }> {
  const n = ++visitors;
  const subject = `Lift no. ${n}`;
  const names = [`plan-${n}.pdf`, `hook-${n}.jpg`];
  const start = performance.now();
  const files = [fileLike('pdf', names[0]!, 200_000), fileLike('jpeg', names[1]!, 200_000)];
  const answer = await sendWithFiles(product.url, files, { subject }, { 'X-Forwarded-For': `10.3.${n}.1` });
  const seconds = secondsSince(start);
  const sent = await fetch(product.url + paths.contactFormSent, { headers: { Cookie: cookieOf(answer) } });
  const page = await sent.text();
  return { subject, status: answer.status, seconds, lost: names.map((name) => page.includes(name)) };
}

const filesOf = (subject: string) =>
  database.sql<{ message_id: number; id: string; size_bytes: number }>(
    'select f.* from enquiry_files f join messages m on m.id = f.message_id where subject = $1',
    [subject],
  );

const faults: { fault: string; mood: NetworkMood; at: number }[] = [
  { fault: 'store down', mood: { kind: 'refuses' }, at: 2 },
  { fault: 'store silent', mood: { kind: 'black-hole' }, at: 10 },
  { fault: 'store slow (20 s an answer)', mood: { kind: 'late', ms: 20_000 }, at: 2 },
];
for (const { fault, mood, at } of faults) {
  it(`${fault}: ${at} enquiries with files at once are saved within ${ANSWER_S} s, and say what was not kept`, async () => {
    network.behave(mood);
    const all = await Promise.all(Array.from({ length: at }, visit));
    network.behave({ kind: 'well' });
    const back = performance.now();
    const after = await visit();
    const healthy = secondsSince(back);

    const answer = Math.max(...all.map(({ seconds }) => seconds));
    const subjects = all.map(({ subject }) => subject);
    const [row] = await database.sql<{ n: number }>(
      'select count(*)::int as n from messages where subject = any ($1)',
      [subjects],
    );
    report({
      fault: `${fault}: ${at} enquiries with files at once`,
      answer,
      healthy,
      acknowledged: all.filter(({ status }) => status === 303).length,
      stored: row!.n,
      lost: at - row!.n,
      note: 'their files named on the page',
    });
    expect(all.map(({ status, lost }) => ({ status, lost }))).toEqual(
      all.map(() => ({ status: 303, lost: [true, true] })),
    );
    expect(row!.n).toBe(at);
    for (const subject of subjects) expect(await filesOf(subject)).toEqual([]);
    expect(answer).toBeLessThan(ANSWER_S);
    expect(after).toMatchObject({ status: 303, lost: [false, false] });
    const files = await filesOf(after.subject);
    expect(files).toHaveLength(2);
    for (const { message_id, id, size_bytes } of files) {
      const opened = await staff.get(paths.admin.enquiryFile(message_id, id));
      expect((await opened.arrayBuffer()).byteLength).toBe(size_bytes);
    }
    expect(healthy).toBeLessThan(5);
    expect(isAlive(product.pid)).toBe(true);
  });
}
