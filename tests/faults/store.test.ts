import { paths } from '#app/paths.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { documentFiles } from '#app/content/documents/documents.server.ts';
import { s3Store } from '#app/storage/s3-store.server.ts';
import { openOrm } from '#db/orm.ts';
import { expect, it } from 'vitest';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { fileLike, fileRows, sendWithFiles } from '../support/enquiry-files.ts';
import { startFaultProxy, type NetworkMood } from '../support/fault-proxy.ts';
import { forFile } from '../support/for-test.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { keysOf } from '../support/stores.ts';
import { testDatabase } from '../support/database.ts';
import { secondsSince } from '../support/process.ts';
import { cookieOf, visitByPassword } from '../support/visitor.ts';
import { get, newEnquiry, send } from './load.ts';
import { startBehindProxy } from './scene.ts';

// The document store fails. An upload gets an answer and leaves no half, even if a slow store keeps a file that it could not
// confirm in time. silence.test.ts tests a silent store.
const database = await testDatabase();
const s3 = forFile(await startS3Server());
const network = forFile(await startFaultProxy(Number(new URL(s3.settings.endpoint!).port)));
const product = forFile(await startBehindProxy({ DATABASE_URL: database.url, ...s3Env(s3.settings, network.port) }));
const staff = await visitByPassword(product, database.sql, 'admin');

const HEALTHY_S = 5;
const moods: [string, NetworkMood][] = [
  ['slow (20 s an answer)', { kind: 'late', ms: 20_000 }],
  ['cut after 256 KiB of an upload', { kind: 'cuts', afterBytes: 256 * 1024 }],
];

it.each(moods)('store %s: an upload is answered within 15 s, and leaves neither row nor file', async (fault, mood) => {
  const upload = async (title: string) => {
    const start = performance.now();
    const answer = await staff.post(paths.admin.newDocument, documentForm({ title, file: fileOf(pdf(1_000_000)) }));
    return { status: answer.status, body: await answer.text(), seconds: secondsSince(start) };
  };
  network.behave(mood);
  const refused = await upload(fault);
  const page = await get(product.url);
  const enquiry = await send(product.url, newEnquiry());
  network.behave({ kind: 'well' });
  const taken = await upload(`after: ${fault}`);

  const store = s3Store(s3.settings);
  const orm = await openOrm(database.connection);
  await sweepOrphans(orm.em.fork(), store, [documentFiles], Date.now() + 7_200_000);
  await orm.close(true);
  expect(refused.status).toBe(503);
  expect(refused.body).toContain('Failed to upload document');
  expect(refused.seconds).toBeLessThan(15);
  expect([page.status, enquiry.status]).toEqual([200, 303]);
  expect(taken.status).toBe(303);
  expect(taken.seconds).toBeLessThan(HEALTHY_S);
  const rows = await database.sql<{ title: string; file_path: string }>('select * from pdf_documents');
  expect(rows.map(({ title }) => title)).not.toContain(fault);
  expect(await keysOf(store)).toEqual(rows.map((row) => row.file_path).sort());
});

let visitors = 0;

/** Sends two files as one visitor. @returns the files that the page reports as lost */
async function visit() {
  const n = ++visitors;
  const names = [`plan-${n}.pdf`, `hook-${n}.jpg`];
  const start = performance.now();
  const files = [fileLike('pdf', names[0]!, 200_000), fileLike('jpeg', names[1]!, 200_000)];
  const answer = await sendWithFiles(product.url, files, {}, { 'X-Forwarded-For': `10.3.${n}.1` });
  const seconds = secondsSince(start);
  const sent = await fetch(product.url + paths.contactFormSent, { headers: { Cookie: cookieOf(answer) } });
  const page = await sent.text();
  return { status: answer.status, seconds, lost: names.map((name) => page.includes(name)) };
}

it('store silent: 10 enquiries with files at once are saved within 16 s, and say what was not kept', async () => {
  const stored = async () => (await database.sql('select 1 from messages')).length;
  const before = await stored();
  network.behave({ kind: 'black-hole' });
  const all = await Promise.all(Array.from({ length: 10 }, visit));
  network.behave({ kind: 'well' });
  const back = performance.now();
  const after = await visit();
  const healthy = secondsSince(back);

  for (const { status, lost } of all) expect({ status, lost }).toEqual({ status: 303, lost: [true, true] });
  expect(Math.max(...all.map(({ seconds }) => seconds))).toBeLessThan(16);
  expect(await stored()).toBe(before + 11);
  expect(after).toMatchObject({ status: 303, lost: [false, false] });
  expect(healthy).toBeLessThan(HEALTHY_S);
  const kept = (await fileRows(database.sql)).filter(({ message_id }) => message_id);
  expect(kept).toHaveLength(2); // none of the earlier ones
  for (const { message_id, id, size_bytes } of kept) {
    const opened = await staff.get(paths.admin.enquiryFile(message_id!, id));
    expect((await opened.arrayBuffer()).byteLength).toBe(size_bytes);
  }
});
