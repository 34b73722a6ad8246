import os from 'node:os';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { htmlText } from '#app/enquiries/inbound/html-text.ts';
import { mailInJson } from '#app/enquiries/inbound/mail-in-json.server.ts';
import { readMail } from '#app/enquiries/inbound/read-mail.server.ts';
import { readTokens } from '#app/enquiries/inbound/reply-address.server.ts';
import type { Env } from '#app/env.server.ts';

/** @param ms a tenth of what the mail took before its cost grew with its size alone, or less */
async function expectSoon(run: () => unknown, ms = 1000): Promise<void> {
  const start = performance.now();
  await run();
  expect(performance.now() - start).toBeLessThan(ms);
}

it('a mail to thousands of reply addresses is compared with each once', () => {
  const asked = vi.fn(() => 'Enquiries@example.com');
  const env = Object.defineProperty({}, 'INBOUND_ADDRESS', { get: asked }) as Env;
  const token = (n: number) => n.toString(16).padStart(32, '0');
  const addresses = Array.from({ length: 2000 }, (_, n) => `enquiries+${token(n)}@example.com`);
  const others = [`office+${token(3000)}@example.com`, `enquiries+${token(3001)}@example.org`, 'enquiries@example.com'];
  expect(readTokens(env, [...others, ...addresses])).toEqual(Array.from({ length: 20 }, (_, n) => token(n)));
  expect(asked.mock.calls.length).toBeLessThan(3 * addresses.length);
});

it.each([
  ['quotes', '<blockquote>'.repeat(490), 'x<br>', 198_000],
  ['lists that begin with a long number', '<ol start=9999999999999999><li>'.repeat(249), 'x<br>', 60_000],
  ['lists with a mark', '<ul><li>'.repeat(249), 'x<p>', 198_000],
  ['links', '<a href="http://example.com/">'.repeat(480), 'word ', 198_000],
])('%s in one another do not make the text of a mail grow far beyond it', async (_, open, line, count) => {
  const html = open + line.repeat(count);
  await expectSoon(() => expect(htmlText(html).length).toBeLessThan(20 * html.length));
});

it('quotes in one another in many parts of a mail cost no more than in one', async () => {
  const part = `--b\r\nContent-Type: text/html\r\n\r\n${'<blockquote>'.repeat(240)}${'<hr>'.repeat(3900)}\r\n`;
  const head = 'From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
  const mail = Readable.from([Buffer.from(`${head}${part.repeat(50)}--b--\r\n`)]);
  await expectSoon(() => readMail(mail, os.tmpdir()), 5000);
});

it('of a thread of thirty answers each stands in the quote of the next', () => {
  const answer = `<blockquote><p>${'The load of the crane. '.repeat(40)}</p>`;
  expect(htmlText(answer.repeat(30) + 'First')).toMatch(new RegExp(`^> The load.*^(> ){30}First$`, 'ms'));
});

it.each([
  ['start=1996', ' 1996. x\n 1997. y'],
  ['type=i start=8', ' viii. x\n ix.   y'],
  ['type=i start=3999', ' 3999. x\n 4000. y'],
  ['type=I start=10000', ' I.  x\n II. y'],
  ['start=-7', ' 1. x\n 2. y'],
])('a list with %s has numbers that people read', (attributes, text) =>
  expect(htmlText(`<ol ${attributes}><li>x<li>y</ol>`)).toBe(text),
);

it('JSON around a mail that names thousands of recipients is read once', async () => {
  const ToFull = Array.from({ length: 14_000 }, (_, n) => ({ Email: `a${n}@example.com`, Name: '', MailboxHash: '' }));
  const rest = { json: '', hasMail: false };
  const body = Readable.from([Buffer.from(JSON.stringify({ ToFull, RawEmail: 'From: a' }))]);
  await expectSoon(async () => {
    for await (const text of mailInJson(body, rest)) expect(text).toBe('From: a');
  });
  expect(JSON.parse(rest.json)).toEqual({ ToFull, RawEmail: '' });
});
