import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testDatabase } from '../support/database.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { fileLike, fileRows, sendWithFiles } from '../support/enquiry-files.ts';
import { mailWithFiles } from '../support/mail-with-files.ts';
import { measureGrowth, memoryMiB } from '../support/process.ts';
import type { Product } from '../support/product.ts';
import { visitAs } from '../support/visitor.ts';
import { startBehindProxy } from './scene.ts';

// Many requests at once, or answers that nobody reads: the process must grow by much less than their size.
const MIB = 2 ** 20;
const PASSWORD = 'a password of the webhook';
const { url: DATABASE_URL, sql } = await testDatabase();
let product: Product;
beforeEach(async () => {
  await product?.stop(); // otherwise a later test would use memory that an earlier one freed
  const inbound = { INBOUND_ADDRESS: 'enquiries@example.com', INBOUND_WEBHOOK_PASSWORD: PASSWORD };
  product = await startBehindProxy({ DATABASE_URL, ...inbound });
});
afterAll(() => product?.stop());

/** Sends one request first, because its code takes memory, too. Then sends all. */
async function expectGrowth(limit: number, count: number, send: (n: number) => Promise<unknown>) {
  await send(0);
  const grown = await measureGrowth(product.pid, () =>
    Promise.all(Array.from({ length: count }, (_, n) => send(n + 1))),
  );
  expect(grown).toBeLessThan(limit);
}

it('ten enquiries with just 25 MiB of files at once are taken', async () => {
  const sizes = [10, 10, 5];
  await expectGrowth(32, 10, async (n) => {
    const files = sizes.map((size, at) => fileLike('pdf', `${at}.pdf`, size * MIB));
    const { status } = await sendWithFiles(product.url, files, {}, { 'X-Forwarded-For': `10.1.1.${n}` });
    expect(status).toBe(303);
  });
  const kept = (await fileRows(sql)).map(({ size_bytes }) => size_bytes / MIB);
  expect(kept).toEqual(sizes.flatMap((size) => Array(11).fill(size)));
});

it('8 uploads of 24 MiB at once are taken, and leave nothing on their way', async () => {
  const editor = await visitAs(product, sql, 'editor');
  const file = pdf(24 * MIB);
  await expectGrowth(120, 8, async (n) => {
    const body = documentForm({ title: `No. ${n}`, file: fileOf(file, `${n}.pdf`) });
    const headers = { 'X-Forwarded-For': `10.2.${n % 4}.1` };
    expect((await editor.ask(paths.admin.newDocument, { method: 'POST', body, headers })).status).toBe(303);
  });
  expect(await sql("select 1 from pdf_documents where title like 'No.%'")).toHaveLength(9);
  expect(fs.readdirSync(path.join(product.dataDir, 'incoming'))).toEqual([]);
});

it('five mails of 34 MiB at once are taken and read', async () => {
  const files = [9.9, 9.9, 4.5].map((size, at) => fileLike('pdf', `${at}.pdf`, Math.floor(size * MIB)));
  const mails = await Promise.all(Array.from({ length: 6 }, (_, n) => mailWithFiles(`Drawings ${n}`, files)));
  const headers = { Authorization: `Basic ${btoa(`postmark:${PASSWORD}`)}` };
  await expectGrowth(48, 5, async (n) => {
    const body = JSON.stringify({ RawEmail: mails[n] });
    const { status } = await fetch(product.url + paths.inboundPostmark, { method: 'POST', headers, body });
    expect(status).toBe(200);
    const read = () => sql("select 1 from inbound_mails where state = 'read' and subject = $1", [`Drawings ${n}`]);
    await expect.poll(read, { timeout: 60_000 }).toHaveLength(1);
  });
  const those = "m.subject like 'Drawings %' and f.size_bytes > 1000000";
  expect(await sql(`select 1 from enquiry_files f join messages m on m.id = f.message_id where ${those}`)).toHaveLength(
    18,
  );
});

it('the export waits for a client that does not read, without reading on', async () => {
  await sql(`insert into messages (name, email, subject, message)
    select 'Ann', 'a@example.com', 'S', repeat('x', 20000) from generate_series(1, 6000)`);
  const { cookie } = await visitAs(product, sql, 'admin');
  const before = memoryMiB(product.pid);
  const answer = await new Promise<http.IncomingMessage>((resolve) =>
    http.get(product.url + paths.admin.exportMessages, { headers: { cookie } }, resolve),
  );
  answer.pause();
  await sleep(3000);
  expect(memoryMiB(product.pid) - before).toBeLessThan(64); // all of it would be 120
  answer.destroy();
});
