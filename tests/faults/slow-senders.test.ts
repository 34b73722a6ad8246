import http from 'node:http';
import net from 'node:net';
import { expect, it } from 'vitest';
import { testProduct } from '../support/database.ts';
import { paths } from '#app/paths.ts';
import { secondsSince } from '../support/process.ts';
import { expectSecurityHeaders } from '../support/security-headers.ts';
import { visitByPassword } from '../support/visitor.ts';
import { get } from './load.ts';

// Senders that never finish.
const { site: product, sql } = await testProduct({ TRUST_PROXY: '1' });

/** Sends a byte per second after the first words. @returns seconds until the server hangs up, its first line, its headers */
function trickle(words: string): Promise<{ seconds: number; answer: string; headers: Headers }> {
  const { hostname, port } = new URL(product.url);
  const start = performance.now();
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(words));
    const timer = setInterval(() => socket.write('a'), 1000);
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      const [first = '', ...lines] = answer.split('\r\n\r\n', 1)[0]!.split('\r\n');
      const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
      resolve({ seconds: secondsSince(start), answer: first, headers });
    });
  });
}

it('100 senders of slow headers are cut off, and others are served meanwhile', async () => {
  const slow = Promise.all(Array.from({ length: 100 }, () => trickle('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')));
  const meanwhile = await get(product.url);
  const seconds = Math.max(...(await slow).map((each) => each.seconds));
  expect(meanwhile.status).toBe(200);
  expect(seconds).toBeLessThan(10);
});

/** Uploads a small PDF in pieces. @param bytes per second @returns the status of the answer */
function uploadSlowly(cookie: string, seconds: number, bytes: number): Promise<number> {
  const before =
    '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nSent slowly\r\n--b\r\n' +
    'Content-Disposition: form-data; name="file"; filename="slow.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n';
  const after = '\r\n--b--\r\n';
  const headers = {
    Origin: product.url,
    Cookie: cookie,
    'Content-Type': 'multipart/form-data; boundary=b',
    'Content-Length': before.length + seconds * bytes + after.length,
  };
  const request = http.request(product.url + paths.admin.newDocument, { method: 'POST', agent: false, headers });
  request.on('error', () => {});
  request.write(before);
  let sent = 0;
  const timer = setInterval(() => (sent++ < seconds ? request.write('a'.repeat(bytes)) : request.end(after)), 1000);
  return new Promise((resolve) =>
    request.on('response', ({ statusCode }) => {
      clearInterval(timer);
      request.destroy();
      resolve(statusCode!);
    }),
  );
}

it('100 senders of slow bodies are cut off, others are served meanwhile, and a slow upload of staff may take longer', async () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nOrigin: ${product.url}\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\na=';
  const { cookie } = await visitByPassword(product, sql, 'editor');
  const upload = uploadSlowly(cookie, 70, 2048);
  const tooSlow = uploadSlowly(cookie, 70, 1);
  const strangers = Promise.all(Array.from({ length: 10 }, () => trickle(head('/admin/documents/new'))));
  const slow = Promise.all(Array.from({ length: 100 }, () => trickle(head('/contact-form'))));
  const meanwhile = await get(product.url);
  const answers = await slow;
  const all = [...answers, ...(await strangers)];
  const seconds = Math.max(...all.map((each) => each.seconds));
  const uploaded = await upload;
  expect(meanwhile.status).toBe(200);
  // One address may send 64 requests at a time.
  const seen = Object.groupBy(all, ({ answer }) => answer);
  expect(Object.keys(seen).sort()).toEqual(['HTTP/1.1 408 Request Timeout', 'HTTP/1.1 429 Too Many Requests']);
  expect(seen['HTTP/1.1 408 Request Timeout']!.length).toBeGreaterThan(40);
  expectSecurityHeaders(answers[0]!.headers);
  expect(seconds).toBeLessThan(70);
  expect([uploaded, await tooSlow]).toEqual([303, 408]);
  expect(await sql("select 1 from pdf_documents where title = 'Sent slowly'")).toHaveLength(1);
});
