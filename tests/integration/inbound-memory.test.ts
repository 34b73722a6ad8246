import fs from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testDatabase } from '../support/database.ts';
import { startProduct } from '../support/product.ts';

const MIB = 1024 * 1024;
const { url: DATABASE_URL, sql } = await testDatabase();
const site = await startProduct({
  DATABASE_URL,
  INBOUND_ADDRESS: 'enquiries@example.com',
  INBOUND_WEBHOOK_PASSWORD: 'a password of the webhook',
});
afterAll(() => site.stop());

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${site.pid}/status`, 'utf8'))![1]) / 1024;
const attached = (name: string, size: number) =>
  `--b\r\nContent-Type: application/pdf; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.alloc(size, 65),
  ])
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n')}\r\n`;
const mailOf = (n: number, sizes: number[]) =>
  `From: Ann <ann${n}@example.org>\r\nTo: enquiries@example.com\r\nSubject: Drawings ${n}\r\nMessage-ID: <big${n}@example.org>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nPlease see the drawings.\r\n${sizes.map((size, at) => attached(`${at}.pdf`, size)).join('')}--b--\r\n`;

it('five mails of 34 MiB at once are taken and read, and let the process grow by less than 48 MiB', async () => {
  const post = (n: number, sizes: number[]) =>
    fetch(site.url + paths.inboundPostmark, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('postmark:a password of the webhook')}` },
      body: JSON.stringify({ RawEmail: mailOf(n, sizes) }),
    });
  const read = (count: number) =>
    expect
      .poll(async () => (await sql("select 1 from inbound_mails where state = 'read'")).length, { timeout: 60_000 })
      .toBe(count);
  const sizes = [9.9 * MIB, 9.9 * MIB, 4.5 * MIB].map(Math.floor);
  await post(0, sizes); // what is loaded with the first one is no growth
  await read(1);
  const before = memory();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memory())), 20);
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => post(n, sizes)));
  await read(6);
  clearInterval(watch);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await sql('select 1 from enquiry_files where size_bytes > 1000000')).toHaveLength(18);
  console.info(`inbound mails: grows by ${(most - before).toFixed(0)} MiB`);
  expect(most - before).toBeLessThan(48);
});
