import fs from 'node:fs';
import os from 'node:os';
import { Readable } from 'node:stream';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { htmlText } from '#app/enquiries/inbound/html-text.ts';
import { mailInJson } from '#app/enquiries/inbound/mail-in-json.server.ts';
import { readMail, TOO_LONG } from '#app/enquiries/inbound/read-mail.server.ts';
import { readTokens } from '#app/enquiries/inbound/reply-address.server.ts';
import { makePayload } from '#app/enquiries/receive/enquiry-parts.ts';
import type { Env } from '#app/env.server.ts';
import { storableText } from '#app/http/storable-text.ts';
import { breakable } from '#app/ui/breakable.tsx';
import { run } from '../support/run-command.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const newFolder = () => fs.mkdtempSync(`${folder}/`);

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

it('a text reads as it is stored, by mail as by the form', async () => {
  const turned = '\u202e20\u202c t\x1b';
  const { text } = await readMail(Readable.from([Buffer.from(`From: a@example.com\n\n${turned}`)]), os.tmpdir());
  expect([text, makePayload({ fullName: 'A', subject: 'B', message: turned }).message]).toEqual(['20 t', '20 t']);
  expect(storableText(`S${'\u0e49'.repeat(280)}`)).toBe(`S${'\u0e49'.repeat(8)}`);
});

it('a word of thousands of letters, at which browsers freeze, is shown with places to break', () => {
  const shown = renderToStaticMarkup(createElement('p', null, breakable(`Lift ${'W'.repeat(1200)} t`)));
  expect(shown).toBe(`<p>Lift ${`${'W'.repeat(500)}<wbr/>`.repeat(2)}${'W'.repeat(200)} t</p>`);
});

it('a mail of very many tags keeps its lines, and no more of its shape', () => {
  const html = (n: number) => '<p><b>Load</b> 5 t</p>'.repeat(n);
  expect(htmlText(html(2))).toBe('Load 5 t\n\nLoad 5 t');
  expect(htmlText(html(20_000))).toMatch(/^(?:\n\s*Load  5 t\n)+$/);
});

it('quotes in one another in many parts of a mail cost no more than in one', async () => {
  const part = `--b\r\nContent-Type: text/html\r\n\r\n${'<blockquote>'.repeat(240)}${'<hr>'.repeat(3900)}\r\n`;
  const head = 'From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
  const mail = Readable.from([Buffer.from(`${head}${part.repeat(50)}--b--\r\n`)]);
  await expectSoon(() => readMail(mail, os.tmpdir()), 5000);
});

/** Reads a mail with a body of 16 MB in a process with less memory than the documented server leaves it. */
async function readInLittleMemory(headers: string, unit: string) {
  const read = `
    import { Readable } from 'node:stream';
    import { readMail } from '#app/enquiries/inbound/read-mail.server.ts';
    const [folder, headers, unit] = JSON.parse(process.argv[1]);
    const bytes = Buffer.alloc(16 * 1024 * 1024, unit);
    const body = headers.includes('base64') ? Buffer.from(bytes.toString('base64')) : bytes;
    const head = 'From: a@example.com\\nMIME-Version: 1.0\\n' + headers + '\\n\\n';
    const mail = Buffer.concat([Buffer.from(head), body]);
    const chunks = function* () {
      for (let at = 0; at < mail.length; at += 65536) yield mail.subarray(at, at + 65536);
    };
    const { text, files } = await readMail(Readable.from(chunks()), folder);
    console.log(JSON.stringify({ start: text.slice(0, 3), end: text.slice(-70), size: files[0]?.size }));`;
  const given = JSON.stringify([newFolder(), headers, unit]);
  const options = ['--max-old-space-size=300', '--input-type=module', '-e', read, given];
  const { out, err } = await run(process.execPath, options, {});
  return out ? (JSON.parse(out) as unknown) : err;
}

const flowed = 'Content-Type: text/plain; format=flowed\n';
const quoted = 'Content-Transfer-Encoding: quoted-printable\n';
it.each([
  ['plain text', '', '\n', '\n\n('],
  ['flowed text', flowed, '\n', '\n\n('],
  ['HTML', 'Content-Type: text/html\n', '\n', '\n\n('],
  ['base64', 'Content-Transfer-Encoding: base64\n', '\n', '\n\n('],
  ['quoted text', quoted, 'a \n', 'a\na'],
  ['flowed quoted text', flowed + quoted, '\n', '\n\n('],
  ['characters that the cut halves', '', 'éx', 'éxé'],
])('16 MB of %s are cut before they are held in memory', { timeout: 60_000 }, async (_, headers, unit, start) =>
  expect(await readInLittleMemory(headers, unit)).toEqual({ start, end: expect.stringContaining(TOO_LONG.trim()) }),
);

it('long HTML takes nothing from the plain text around it', async () => {
  const plain = (words: string) => `Content-Type: text/plain\n\n${words}\n`;
  const html = `Content-Type: text/html\n\n${'<p>Short</p>'.repeat(500_000)}\n`;
  const both = `Content-Type: multipart/alternative; boundary=a\n\n--a\n${plain('Short')}--a\n${html}--a--\n`;
  const head = 'From: a@example.com\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n';
  const mail = Readable.from([Buffer.from(`${head}--b\n${both}--b\n${plain('After')}--b--\n`)]);
  expect((await readMail(mail, newFolder())).text).toBe('Short\nAfter');
});

it('a quoted file is decoded as it comes', { timeout: 60_000 }, async () => {
  const headers = `Content-Disposition: attachment; filename=a.txt\n${quoted}`;
  expect(await readInLittleMemory(headers, 'a \r')).toEqual({ start: '', end: '', size: 10 * 1024 * 1024 + 1 });
  const line = 'Jos=C3=A9 lifts 4=\r\n8 t.  \t\r\n';
  const head = 'From: a@example.com\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n';
  const mail = Buffer.from(`${head}${headers}\n${line.repeat(20_000)}\r\n--b--\r\n`);
  const chunks = Array.from({ length: 10 }, (_, n) => mail.subarray(n * 70_000, (n + 1) * 70_000));
  const { files } = await readMail(Readable.from(chunks), newFolder());
  expect(fs.readFileSync(files[0]!.path, 'utf8') === 'José lifts 48 t.\r\n'.repeat(20_000)).toBe(true);
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
