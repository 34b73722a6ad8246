import fs from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { fileOf, formOf, pdf } from '../support/documents.ts';
import { getting, pipeline } from '../support/pipelined.ts';
import { openFilesOf, secondsSince } from '../support/process.ts';
import { visitByPassword } from '../support/visitor.ts';
import { get } from './load.ts';
import { testProduct } from './scene.ts';

// Readers who ask for a large document and take little of it.
const MIB = 1024 * 1024;
const SIZE = 24 * MIB;
const { product, sql } = await testProduct();
const form = formOf({ title: 'Large', file: fileOf(pdf(SIZE), 'large.pdf') });
await (await visitByPassword(product, sql, 'editor')).post(paths.admin.newDocument, form);
const [large] = await sql<{ file_path: string }>("select file_path from pdf_documents where title = 'Large'");
const address = paths.document(large!.file_path);

const openFiles = (text = '-large.pdf') => openFilesOf(product.pid, text);
const untilClosed = (text?: string) => expect.poll(() => openFiles(text), { timeout: 5000, interval: 100 }).toBe(0);

/** What the kernel holds of the product's answers that nobody has taken, in MiB: also for connections that it has closed. */
function unread(): number {
  const port = `:${Number(new URL(product.url).port).toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = fs.readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  const ours = sockets.map((line) => line.trim().split(/\s+/)).filter(([, local]) => local?.endsWith(port));
  return ours.reduce((sum, [, , , , queues]) => sum + parseInt(queues!.split(':')[0]!, 16), 0) / MIB;
}

interface Reader {
  status: number;
  /** Bytes so far, and seconds from the start until the connection ended. */
  got(): number;
  ended: Promise<number>;
  pause(): void;
  resume(): void;
}

/** Asks for the document and reads nothing until told to. */
function ask(from: string): Promise<Reader> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'X-Forwarded-For': from };
    http
      .get(product.url + address, { agent: false, headers }, (answer) => {
        let got = 0;
        answer.on('data', (chunk: Buffer) => (got += chunk.length)).pause();
        answer.on('error', () => {});
        const ended = new Promise<number>((end) => answer.once('close', () => end(secondsSince(start))));
        const { statusCode: status = 0, socket } = answer;
        socket.setKeepAlive(true);
        resolve({ status, got: () => got, ended, pause: () => answer.pause(), resume: () => answer.resume() });
      })
      .on('error', reject);
  });
}

it('who takes nothing of a document for a minute is cut off; who pauses for 45 s is not', async () => {
  const stopped = await Promise.all(Array.from({ length: 100 }, () => ask('203.0.113.1')));
  const statuses = new Set(stopped.map(({ status }) => status));
  const refused = stopped.filter(({ status }) => status === 429);
  expect([...statuses].toSorted()).toEqual([200, 429]);
  expect(refused.length).toBeGreaterThanOrEqual(60);
  const pausing = await ask('203.0.113.2'); // another address is served
  expect(pausing.status).toBe(200);
  const open = openFiles();
  expect(open).toBeLessThanOrEqual(40);
  await sleep(2000);
  expect((await get(product.url)).status).toBe(200);
  await sleep(43_000);
  pausing.resume();
  await pausing.ended;
  expect(pausing.got()).toBe(SIZE);
  expect(openFiles()).toBe(open - 1); // those that stopped are still waited for

  // Paused, a reader does not hear that it has been cut: what is open at the other end tells.
  const start = performance.now();
  while (openFiles() && secondsSince(start) < 40) await sleep(250);
  const cutAfter = 45 + secondsSince(start);
  expect(openFiles()).toBe(0);
  expect(cutAfter).toBeGreaterThan(55);
  expect(cutAfter).toBeLessThan(72);
  expect(unread()).toBe(0);
});

it('2,000 unread answers on one connection hold no more than one file open, and go when the connection goes', async () => {
  const requests = Array.from({ length: 2000 }, () => getting(address));
  const stranger = pipeline(product.url, requests, false);
  await sleep(2000);
  const open = openFiles();
  expect(open).toBe(1);
  stranger.close();
  await untilClosed();
});

it('a picture whose reader has gone does not stay open', async () => {
  const name = fs.readdirSync('build/public/pictures').find((each) => each.endsWith('-2400.webp'))!;
  for (let readers = 0; readers < 5; readers++) {
    const requests = Array.from({ length: 200 }, () => getting(`/pictures/${name}`));
    const stranger = pipeline(product.url, requests, false);
    await sleep(1000); // until the kernel takes no more of it
    expect(openFiles('/public/')).toBeLessThanOrEqual(1);
    stranger.close();
  }
  await untilClosed('/public/');
});
