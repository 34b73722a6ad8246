import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { testProduct } from '../support/database.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { memoryMiB, countOpenFiles } from '../support/process.ts';
import { sendLogin, visitAs } from '../support/visitor.ts';

// Slow clients, and clients that leave, must cost no more than a connection.
const MIB = 1024 * 1024;
const { site: product, sql, url: DATABASE_URL } = await testProduct();
const bytes = pdf(24 * MIB);
const form = documentForm({ title: 'Large', file: fileOf(bytes, 'large.pdf') });
await (await visitAs(product, sql, 'editor')).post(paths.admin.newDocument, form);
const address = paths.document(await sql.value("select file_path from pdf_documents where title = 'Large'"));

const openFiles = () => countOpenFiles(product.pid, '-large.pdf');

const open = () =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(product.url + address, { agent: false }, (answer) => resolve(answer.pause())).on('error', reject);
  });

it('a document is read from the store no faster than its readers take it, and not at all once they have gone', async () => {
  expect((await (await fetch(product.url + address)).arrayBuffer()).byteLength).toBe(bytes.length); // warms up the heap
  await sleep(500);
  const before = memoryMiB(product.pid);
  const readers = await Promise.all(Array.from({ length: 12 }, open));
  await sleep(2000);
  expect(memoryMiB(product.pid) - before).toBeLessThan(80); // MiB; all readers together would need 288
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
  expect(product.logs()).not.toContain('"level":50'); // a client that leaves is no error
});

it('a visitor who sends a file without a session is told so, and the connection stays open', async () => {
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
  /** Begins to send a form with a file. @returns the status of the answer, later */
  const begin = (path: string, length: http.OutgoingHttpHeaders = { 'Content-Length': MIB }) => {
    const headers = {
      Origin: product.url,
      Cookie: 'session=made-up',
      'Content-Type': 'multipart/form-data; boundary=b',
      ...length,
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
  const slow = [...asIfOfStaff, ...asIfOfStaff].map((path) => begin(path));
  // One address has four places: when the fifth request is refused, all four are taken.
  await expect
    .poll(async () => {
      const { request, status } = begin(paths.contactForm);
      const answered = await Promise.race([status, sleep(500)]);
      request.destroy();
      return answered;
    })
    .toBe(429);
  // Forms without files, and forms of visitors who are not signed in, take no places.
  const { login, newDocument, pages } = paths.admin;
  const chunked = { 'Transfer-Encoding': 'chunked' };
  const others = [login, login, newDocument, newDocument, pages(), pages()].map((path) => begin(path, chunked));
  expect(await others[2]!.status).toBe(302);
  expect((await editor.post(newDocument, documentForm({ file: fileOf(pdf()) }))).status).toBe(303);
  for (const { request } of [...slow, ...others]) request.destroy();
});

/** Opens connections and sends `words`. @returns the answer so far on each, and whether it was cut */
function connect(url: string, count: number, words = '') {
  const sockets = Array.from({ length: count }, () => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(words));
    const seen = { socket, answer: '', isCut: false };
    socket.on('data', (chunk) => (seen.answer += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => (seen.isCut = true));
    return seen;
  });
  return {
    cut: (answer: string) => sockets.filter((each) => each.isCut && each.answer.startsWith(answer)).length,
    close: () => sockets.forEach(({ socket }) => socket.destroy()),
  };
}

it('64 unfinished forms of one address are waited for; more are turned away, and nobody else', async () => {
  const site = forTest(await startApp({ DATABASE_URL, TRUST_PROXY: '1' }));
  const form = `POST /contact-form HTTP/1.1\r\nHost: x\r\nOrigin: ${site.url}\r\nX-Forwarded-For: 10.9.9.9\r\nContent-Length: 9\r\n\r\na=`;
  const begun = connect(site.url, 80, form);
  const sendAs = async (address: string) => (await sendLogin(site, 'x', '', { 'X-Forwarded-For': address })).status;
  await expect.poll(() => begun.cut('HTTP/1.1 429 ')).toBe(16);
  expect(await sendAs('10.9.9.9')).toBe(429);
  expect(await sendAs('10.9.9.8')).toBe(400);
  begun.close();
  await expect.poll(() => sendAs('10.9.9.9')).toBe(400);
});

it('1,000 connections of one address are held; more are cut', async () => {
  const opened = connect(product.url, 1020);
  await expect.poll(() => opened.cut(''), { timeout: 4000 }).toBeGreaterThanOrEqual(20);
  opened.close();
  await expect.poll(async () => (await fetch(product.url).catch(() => null))?.status).toBe(200);
});
