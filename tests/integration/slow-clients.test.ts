import fs from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testDatabase } from '../support/database.ts';
import { fileOf, formOf, pdf } from '../support/documents.ts';
import { startProduct, type Product } from '../support/product.ts';
import { visitAs } from '../support/visitor.ts';

// Clients who take their time, and clients who leave: neither may cost more than a connection.
const MIB = 1024 * 1024;
const { url: DATABASE_URL, sql } = await testDatabase();
const bytes = pdf(24 * MIB);
let product: Product;
let address: string;

beforeAll(async () => {
  product = await startProduct({ DATABASE_URL });
  const editor = await visitAs(product, sql, 'editor');
  const form = formOf({ title: 'Large', file: fileOf(bytes, 'large.pdf') });
  expect((await editor.post(paths.admin.newDocument, form)).status).toBe(303);
  const [row] = await sql("select file_path from pdf_documents where title = 'Large'");
  address = paths.document(row!.file_path);
});
afterAll(() => product?.stop());

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${product.pid}/status`, 'utf8'))![1]) / 1024;

/** How many streams the product has open on files of documents. */
const openFiles = () =>
  fs.readdirSync(`/proc/${product.pid}/fd`).filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/${product.pid}/fd/${fd}`).endsWith('-large.pdf');
    } catch {
      return false; // closed meanwhile
    }
  }).length;

/** Asks for the document and reads none of it. */
const open = () =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(product.url + address, { agent: false }, (answer) => resolve(answer.pause())).on('error', reject);
  });

it('a document is read from the store no faster than its readers take it, and not at all once they have gone', async () => {
  expect((await (await fetch(product.url + address)).arrayBuffer()).byteLength).toBe(bytes.length); // the heap is warm
  await sleep(500);
  const before = memory();
  const readers = await Promise.all(Array.from({ length: 12 }, open));
  await sleep(2000);
  expect(memory() - before).toBeLessThan(80); // MiB; all of it would be 288
  expect(openFiles()).toBe(12);
  for (const reader of readers.slice(1)) reader.on('error', () => {}).destroy();
  await expect.poll(openFiles, { timeout: 5000 }).toBe(1);
  const chunks: Buffer[] = [];
  for await (const chunk of readers[0]!) {
    chunks.push(chunk as Buffer);
    if (chunks.length % 50 === 0) await sleep(5);
  }
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  await expect.poll(openFiles).toBe(0);
  expect(product.logs()).not.toContain('"level":50'); // to leave is no error
});

it('who sends a file without being signed in is told so, and the connection stays good', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const send = (path: string, method: string, body?: Buffer) =>
    new Promise<{ status: number; location?: string }>((resolve, reject) => {
      const headers = {
        Origin: product.url,
        ...(body ? { 'Content-Type': 'multipart/form-data; boundary=a', 'Content-Length': body.length } : {}),
      };
      const request = http.request(product.url + path, { method, agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode!, location: answer.headers.location }));
      });
      request.on('error', reject).end(body);
    });
  expect(await send(paths.admin.newDocument, 'POST', bytes)).toEqual({ status: 302, location: paths.admin.login });
  expect(await send('/healthz', 'GET')).toMatchObject({ status: 200 });
  agent.destroy();
});

it('visitors who send files slowly take no place of staff, whatever their cookies and queries say', async () => {
  const editor = await visitAs(product, sql, 'editor');
  /** Begins to send a form with a file. @returns the status of its answer, once there is one */
  const begin = (path: string) => {
    const headers = {
      Origin: product.url,
      Cookie: 'session=made-up',
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': MIB,
    };
    const request = http.request(product.url + path, { method: 'POST', headers, agent: false });
    const status = new Promise<number | undefined>((resolve) => {
      request.on('response', (answer) => resolve(answer.resume().statusCode));
      request.on('error', () => resolve(undefined));
    });
    request.write('--b\r\nContent-Disposition: form-data; name="fullName"\r\n\r\nSlow');
    return { request, status };
  };
  const asIfOfStaff = [`${paths.contactForm}?page=admin`, `${paths.contactForm}?x=%20`];
  const slow = [...asIfOfStaff, ...asIfOfStaff].map(begin);
  // One address has four places: once the fifth is refused all four are taken.
  await expect
    .poll(async () => {
      const { request, status } = begin(paths.contactForm);
      const answered = await Promise.race([status, sleep(500)]);
      request.destroy();
      return answered;
    })
    .toBe(429);
  expect((await editor.post(paths.admin.newDocument, formOf({ file: fileOf(pdf()) }))).status).toBe(303);
  for (const { request } of slow) request.destroy();
});
