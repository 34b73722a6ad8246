import fs from 'node:fs';
import path from 'node:path';
import { paths } from '#app/paths.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { documentFiles } from '#app/content/documents/documents.server.ts';
import { s3Store } from '#app/storage/s3-store.server.ts';
import { openOrm } from '#db/orm.ts';
import { expect, it } from 'vitest';
import { emptyTables } from '../support/content.ts';
import { pdf } from '../support/documents.ts';
import { fileLike, sendWithFiles } from '../support/enquiry-files.ts';
import { startFaultProxy, type NetworkMood } from '../support/fault-proxy.ts';
import { forFile } from '../support/for-test.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { testDatabase } from '../support/database.ts';
import { secondsSince } from '../support/process.ts';
import { cookieOf, visitByPassword } from '../support/visitor.ts';
import { count, get, newEnquiry, send } from './load.ts';
import { isAlive, outboxOf, startBehindProxy } from './scene.ts';
import { upload } from './uploads.ts';

// The document store fails. An upload gets an answer, and neither half of it stays behind.
const database = await testDatabase();
const s3 = forFile(await startS3Server());
const network = forFile(await startFaultProxy(Number(new URL(s3.settings.endpoint!).port)));
const product = forFile(await startBehindProxy({ DATABASE_URL: database.url, ...s3Env(s3.settings, network.port) }));
const staff = await visitByPassword(product, database.sql, 'admin');

const titles = async () =>
  (await database.sql<{ title: string }>('select title from pdf_documents')).map(({ title }) => title);

interface Fault {
  fault: string;
  mood: NetworkMood;
}
const silent: Fault = { fault: 'store silent', mood: { kind: 'black-hole' } };
const slow: Fault = { fault: 'store slow (20 s an answer)', mood: { kind: 'late', ms: 20_000 } };
const cut: Fault = { fault: 'store cut after 256 KiB of an upload', mood: { kind: 'cuts', afterBytes: 256 * 1024 } };
for (const { fault, mood } of [silent, slow, cut]) {
  it(`${fault}: an upload is answered within 15 s, and leaves neither a row nor a file that outlives a sweep`, async () => {
    await emptyTables(database.sql, 'messages');
    removeFolder(path.join(product.dataDir, 'outbox'));
    network.behave(mood);
    const refused = await upload(product.url, staff.cookie, fault, pdf(1_000_000));
    const page = await get(product.url);
    const asked = newEnquiry();
    const enquiry = await send(product.url, asked);
    network.behave({ kind: 'well' });
    const back = performance.now();
    const taken = await upload(product.url, staff.cookie, `after: ${fault}`, pdf(1_000_000));
    const healthy = secondsSince(back);

    const store = s3Store(s3.settings);
    const orm = await openOrm(database.connection);
    await sweepOrphans(orm.em.fork(), store, [documentFiles], Date.now() + 7_200_000);
    await orm.close(true);
    const acknowledged = enquiry.status === 303 ? [asked] : [];
    const counted = await count(database.sql, acknowledged, () => outboxOf(product.dataDir));
    expect(counted).toMatchObject({ acknowledged: 1, stored: 1, notified: 1, lost: 0, doubled: 0, duplicated: 0 });
    expect(refused.status).toBe(503);
    expect(refused.body).toContain('Failed to upload document');
    expect(refused.seconds).toBeLessThan(15);
    expect([page.status, enquiry.status]).toEqual([200, 303]);
    expect(taken.status).toBe(303);
    expect(healthy).toBeLessThan(5);
    expect(await titles()).not.toContain(fault);
    const rows = await database.sql<{ file_path: string }>('select file_path from pdf_documents');
    const kept = (await Array.fromAsync(store.list())).map(({ key }) => key).sort();
    expect(kept).toEqual(rows.map((row) => row.file_path).sort());
    expect(fs.existsSync(path.join(product.dataDir, 'documents'))).toBe(false); // everything is in the bucket
    expect(isAlive(product.pid)).toBe(true);
  });
}

// Visitors send drawings and photos: their enquiries are saved, and they are told what was not kept.
const ANSWER_S = 16;
let visitors = 0;

/** One visitor sends two files, and reads what the page then says. */
async function visit(): Promise<{ subject: string; status: number; seconds: number; lost: boolean[] }> {
  const n = ++visitors;
  const subject = `Drawings no. ${n}`;
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

for (const [{ fault, mood }, at] of [
  [silent, 10],
  [slow, 2],
] as const) {
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
