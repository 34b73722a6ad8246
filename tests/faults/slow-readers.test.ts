import fs from 'node:fs';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testProduct } from '../support/database.ts';
import { paths } from '#app/paths.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { getRequest, pipeline } from '../support/pipelined.ts';
import { countOpenFiles, secondsSince } from '../support/process.ts';
import { visitByPassword } from '../support/visitor.ts';
import { get } from './load.ts';

// Readers request a large document and read little of it.
const SIZE = 24 * 2 ** 20;
const { site: product, sql } = await testProduct({ TRUST_PROXY: '1' });
const form = documentForm({ title: 'Large', file: fileOf(pdf(SIZE), 'large.pdf') });
await (await visitByPassword(product, sql, 'editor')).post(paths.admin.newDocument, form);
const [large] = await sql<{ file_path: string }>("select file_path from pdf_documents where title = 'Large'");
const address = paths.document(large!.file_path);

const openFiles = (text = '-large.pdf') => countOpenFiles(product.pid, text);
const untilClosed = (text?: string) => expect.poll(() => openFiles(text), { timeout: 5000, interval: 100 }).toBe(0);

const ask = (from: string) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { 'X-Forwarded-For': from };
    http
      .get(product.url + address, { agent: false, headers }, (answer) => resolve(answer.on('error', () => {}).pause()))
      .on('error', reject);
  });

it('a reader that takes nothing of a document for a minute is cut off; one that pauses for 45 s is not', async () => {
  const stopped = await Promise.all(Array.from({ length: 100 }, () => ask('203.0.113.1')));
  const statuses = stopped.map(({ statusCode }) => statusCode);
  expect([...new Set(statuses)].toSorted()).toEqual([200, 429]);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(60);
  const pausing = await ask('203.0.113.2'); // another address is served
  expect(pausing.statusCode).toBe(200);
  const open = openFiles();
  expect(open).toBeLessThanOrEqual(40);
  await sleep(2000);
  expect((await get(product.url)).status).toBe(200);
  await sleep(43_000);
  expect((await buffer(pausing)).length).toBe(SIZE);
  expect(openFiles()).toBe(open - 1); // the paused ones still wait

  // A paused reader does not notice that it has been cut, so the test looks at the server's open files.
  const start = performance.now();
  await expect.poll(() => openFiles(), { timeout: 40_000, interval: 250 }).toBe(0);
  const cutAfter = 45 + secondsSince(start);
  expect(cutAfter).toBeGreaterThan(55);
  expect(cutAfter).toBeLessThan(72);
});

it('2,000 unread answers on one connection hold no more than one file open, and go when the connection goes', async () => {
  const requests = Array.from({ length: 2000 }, () => getRequest(address));
  const stranger = pipeline(product.url, requests, false);
  await sleep(2000);
  expect(openFiles()).toBe(1);
  stranger.close();
  await untilClosed();
});

it('a picture whose reader has gone does not stay open', async () => {
  const name = fs.readdirSync('build/public/pictures').find((each) => each.endsWith('-2400.webp'))!;
  for (let readers = 0; readers < 5; readers++) {
    const requests = Array.from({ length: 200 }, () => getRequest(`/pictures/${name}`));
    const stranger = pipeline(product.url, requests, false);
    await sleep(1000); // until the kernel's buffers are full
    expect(openFiles('/public/')).toBeLessThanOrEqual(1);
    stranger.close();
  }
  await untilClosed('/public/');
});
