import fs from 'node:fs';
import path from 'node:path';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { documentFiles } from '#app/content/documents/documents.server.ts';
import { s3Store } from '#app/storage/s3-store.server.ts';
import { openOrm } from '#db/orm.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { emptyTables } from '../support/content.ts';
import { pdf } from '../support/documents.ts';
import { startFaultProxy, type FaultProxy, type NetworkMood } from '../support/fault-proxy.ts';
import type { Product } from '../support/product.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { visitByPassword } from '../support/visitor.ts';
import { report, secondsSince } from './figures.ts';
import { count, get, newEnquiry, send } from './load.ts';
import { isAlive, outboxOf, startBehindProxy } from './scene.ts';
import { upload } from './uploads.ts';

// The document store fails. An upload gets an answer, and neither half of it stays behind.
let database: TestDatabase;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let network: FaultProxy;
let product: Product;
let cookie: string;

beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  s3 = await startS3Server();
  network = await startFaultProxy(Number(new URL(s3.settings.endpoint!).port));
  product = await startBehindProxy({ DATABASE_URL: database.url, ...s3Env(s3.settings, network.port) });
  ({ cookie } = await visitByPassword(product, database.sql, 'editor'));
});
afterAll(async () => {
  await product?.stop();
  await network?.stop();
  await s3?.stop();
  await database?.drop();
});

const titles = async () =>
  (await database.sql<{ title: string }>('select title from pdf_documents')).map(({ title }) => title);

const faults: { fault: string; mood: NetworkMood }[] = [
  { fault: 'store down', mood: { kind: 'refuses' } },
  { fault: 'store silent', mood: { kind: 'black-hole' } },
  { fault: 'store slow (20 s an answer)', mood: { kind: 'late', ms: 20_000 } },
  { fault: 'store cut after 256 KiB of an upload', mood: { kind: 'cuts', afterBytes: 256 * 1024 } },
];
for (const { fault, mood } of faults) {
  it(`${fault}: an upload is answered within 15 s, and leaves neither a row nor a file that outlives a sweep`, async () => {
    await emptyTables(database.sql, 'messages');
    fs.rmSync(path.join(product.dataDir, 'outbox'), { recursive: true, force: true });
    network.behave(mood);
    const refused = await upload(product.url, cookie, fault, pdf(1_000_000));
    const page = await get(product.url);
    const asked = newEnquiry();
    const enquiry = await send(product.url, asked);
    network.behave({ kind: 'well' });
    const back = performance.now();
    const taken = await upload(product.url, cookie, `after: ${fault}`, pdf(1_000_000));
    const healthy = secondsSince(back);

    const store = s3Store(s3.settings);
    const orm = await openOrm(database.connection);
    const orphans = await sweepOrphans(orm.em.fork(), store, [documentFiles], Date.now() + 7_200_000);
    await orm.close(true);
    const acknowledged = enquiry.status === 303 ? [asked] : [];
    const counted = await count(database.sql, acknowledged, () => outboxOf(product.dataDir));
    const note = `answered ${refused.status}; ${orphans} files swept`;
    report({ fault, answer: refused.seconds, healthy, ...counted, note });
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
    expect(isAlive(product.pid)).toBe(true);
  });
}

it('an upload whose sender is cut off midway leaves nothing', async () => {
  const before = await titles();
  const { hostname, port } = new URL(product.url);
  const { connect } = await import('node:net');
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `POST /admin/documents/new HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${product.url}\r\nCookie: ${cookie}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nCut off\r\n',
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await titles()).toEqual(before);
  expect((await get(product.url)).status).toBe(200);
  expect(fs.existsSync(path.join(product.dataDir, 'documents'))).toBe(false); // everything is in the bucket
});
