import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#app/paths.ts';
import { afterAll, expect, it } from 'vitest';
import { add } from '../support/content.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { fileLike, sendWithFiles } from '../support/enquiry-files.ts';
import { mailBy, startFakePostmark } from '../support/fake-postmark.ts';
import { forFile } from '../support/for-test.ts';
import { freePort, type Product } from '../support/product.ts';
import { testDatabase } from '../support/database.ts';
import { testFolder } from '../support/test-folder.ts';
import { visitByPassword } from '../support/visitor.ts';
import { count, newEnquiry, send, sendUntilTaken, type Enquiry } from './load.ts';
import { seededRandom, startBehindProxy } from './scene.ts';
import { hashesOf, hashOf, judgeFiles, leftBehind, letTimePass, type SentWithFiles } from './sent-files.ts';

// Kills the process at random moments from a seed, while visitors send enquiries with and without files and staff reply and
// upload documents. Everything that was acknowledged must survive.
const KILLS = Number(process.env.FAULT_KILLS ?? 50);
const SEED = 20_261_122;
const VISITORS = 2; // more would leave 200 files of cut-off enquiries, the limit per hour
const ASKED = 5000;

const database = await testDatabase();
const postmark = forFile(await startFakePostmark());
let product: Product | null = null;
const dataDir = testFolder();
afterAll(() => product?.stop());

/** Each try comes from a new address, so that limits do not count. */
const fromAnywhere = () => ({
  'X-Forwarded-For': ['10', ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 256))].join('.'),
});

it(`kill -9 at ${KILLS} random moments: no enquiry, file, reply or document that was acknowledged is lost`, async () => {
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...mailBy(postmark.url),
  };
  const [random, size] = [seededRandom(SEED), seededRandom(SEED + 1)];
  const asked = await add(database.sql, 'messages', ASKED, (i) => ({ subject: `Asked no. ${i}` }));
  product = await startBehindProxy(env);
  const { url } = product;
  const staff = await visitByPassword(product, database.sql, 'admin');

  const over = new AbortController();
  const enquiries: SentWithFiles[] = [];
  const plain: Enquiry[] = [];
  const replies: string[] = [];
  const uploaded: { title: string; sha256: string }[] = [];
  const visitor = async (who: number) => {
    for (let n = 0; !over.signal.aborted; n++) {
      const files = Array.from({ length: 1 + (n % 3) }, (_, i) => fileLike('pdf', `${i}.pdf`, 1000 + size() * 300_000));
      const fields = { subject: `Drawings no. ${who}-${n}`, formId: randomUUID() };
      if (!(await sendUntilTaken(() => sendWithFiles(url, files, fields, fromAnywhere()), over.signal))) continue;
      enquiries.push({ subject: fields.subject, files: await hashesOf(files) });
    }
  };
  const answering = async () => {
    for (const id of asked) {
      if (over.signal.aborted) return;
      const subject = `Answer no. ${id}`;
      const form = { intent: 'reply', subject, text: 'On Monday.', version: '0', formId: randomUUID() };
      const send = () => staff.post(`${paths.admin.message(id)}?form=reply`, form);
      if (await sendUntilTaken(send, over.signal)) replies.push(subject);
      await sleep(20);
    }
  };
  const sending = async () => {
    while (!over.signal.aborted) {
      const enquiry = newEnquiry();
      if (await sendUntilTaken(() => send(url, enquiry), over.signal)) plain.push(enquiry);
    }
  };
  const editing = async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const title = `Certificate no. ${n}`;
      const bytes = pdf(100_000);
      const post = () => staff.post(paths.admin.newDocument, documentForm({ title, file: fileOf(bytes) }));
      const answer = await post().catch(() => null);
      if (answer?.status === 303) uploaded.push({ title, sha256: hashOf(bytes) });
      else await sleep(50);
    }
  };
  const visitors = Array.from({ length: VISITORS }, (_, who) => visitor(who));
  const load = [...visitors, sending(), sending(), answering(), editing()];
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(20 + random() * 900);
    await product.stop('SIGKILL');
    product = await startBehindProxy(env);
  }
  await sleep(500);
  over.abort();
  await Promise.all(load);

  const counted = await count(database.sql, plain, postmark.taken, 90_000);
  expect(plain.length).toBeGreaterThan(KILLS);
  expect(counted).toMatchObject({ lost: 0, doubled: 0 });
  await judgeReplies(replies);
  await judgeDocuments(uploaded);
  const judged = await judgeFiles(database.sql, staff, enquiries);
  await product.stop();
  const left = await leftBehind(database.sql, dataDir);
  await letTimePass(database.sql, dataDir);
  product = await startBehindProxy(env); // sweeps a moment later
  const nothing = Object.fromEntries(Object.keys(left).map((what) => [what, 0]));
  await expect.poll(() => leftBehind(database.sql, dataDir), { timeout: 60_000, interval: 500 }).toEqual(nothing);
  const again = await judgeFiles(database.sql, staff, enquiries);
  expect(enquiries.length).toBeGreaterThan(KILLS);
  expect(judged).toMatchObject({ lost: 0, doubled: 0 });
  expect(again).toEqual(judged);
}, 900_000);

async function judgeReplies(acknowledged: string[]): Promise<void> {
  const waiting = () => database.sql("select 1 from replies where state = 'waiting' limit 1");
  await expect.poll(waiting, { timeout: 90_000, interval: 200 }).toEqual([]);
  const rows = (await database.sql<{ subject: string }>('select subject from replies')).map(({ subject }) => subject);
  const mails = postmark.taken.filter(({ Subject }) => Subject.startsWith('Answer'));
  const ids = new Set(mails.map(({ Headers }) => Headers.find(({ Name }) => Name === 'Message-ID')!.Value));
  const mailed = new Set(mails.map(({ Subject }) => Subject));
  const stored = new Set(rows);
  const lost = acknowledged.filter((subject) => !stored.has(subject) || !mailed.has(subject)).length;
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  expect(lost).toBe(0);
  expect([rows.length - stored.size, ids.size - mailed.size]).toEqual([0, 0]); // doubled rows, doubled mails
}

async function judgeDocuments(acknowledged: { title: string; sha256: string }[]): Promise<void> {
  const rows = await database.sql<{ title: string; file_path: string; sha256: string }>('select * from pdf_documents');
  const isStored = (each: { title: string; sha256: string }) =>
    rows.some(({ title, sha256 }) => title === each.title && sha256 === each.sha256);
  const missing = acknowledged.filter((each) => !isStored(each));
  const stored = (name: string) => fs.readFileSync(path.join(dataDir, 'documents', name));
  const broken = rows.filter(({ file_path, sha256 }) => hashOf(stored(file_path)) !== sha256);
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  expect([missing, broken]).toEqual([[], []]);
}
