import { statSync } from 'node:fs';
import net from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readEnv } from '#app/env.server.ts';
import { mailSender } from '#app/mail/sender.server.ts';
import { paths } from '#app/paths.ts';
import { StoreUnavailableError, type DocumentStore } from '#app/storage/document-store.ts';
import { s3Store } from '#app/storage/s3-store.server.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { add } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { mailBy, startFakePostmark, type PostmarkMood } from '../support/fake-postmark.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { s3Env, startS3Server, startSilentServer } from '../support/s3-server.ts';
import { keysOf } from '../support/stores.ts';
import { visitAs } from '../support/visitor.ts';

// A mail service or a document store accepts a connection and says nothing, or stops midway.
const { url: DATABASE_URL, sql } = await testDatabase();
const s3 = forFile(await startS3Server());
const silent = forFile(await startSilentServer());

/** The error of a promise, and the seconds until it has settled. */
async function timed(work: Promise<unknown>) {
  const started = performance.now();
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, seconds: (performance.now() - started) / 1000 };
}

describe.concurrent('mail is tried again when it was not taken within 10 seconds', () => {
  const mail = { id: '7d1c0a', subject: 'S', replyTo: 'a@example.com', text: 'A', html: '<p>A</p>', date: new Date() };
  async function expectTooLong(env: Record<string, string>, reason: string) {
    const started = performance.now();
    const result = await mailSender(readEnv({ ...mailBy('http://127.0.0.1:1'), ...env })).send(mail);
    expect(result).toEqual({ outcome: 'retry', reason });
    expect(performance.now() - started).toBeLessThan(12_000);
  }

  it.each<PostmarkMood>([{ kind: 'silent' }, { kind: 'stops-midway' }])('by Postmark: $kind', async (mood) => {
    const postmark = await startFakePostmark();
    postmark.behave(mood);
    await expectTooLong(mailBy(postmark.url), 'mail service took too long');
    await postmark.stop();
  });

  it.each([
    ['', ''],
    ['220 mail.example.com\r\n', ''],
    ['220 mail.example.com\r\n', '250 ok\r\n'],
  ])('by an SMTP server that drags on after "%s%s"', async (greeting, answer) => {
    let cut = 0;
    const server = net.createServer((socket) => {
      if (greeting) socket.write(greeting);
      const drip = setInterval(() => greeting && socket.write('250-and more\r\n'), 1000);
      socket.on('error', () => {});
      socket.on('data', (bytes) => /^(EHLO|MAIL|RCPT)/.test(String(bytes)) && socket.write(answer));
      socket.on('close', () => {
        clearInterval(drip);
        cut++;
      });
    });
    const { port, stop } = await listenOnLoopback(server);
    const SMTP_URL = `smtp://127.0.0.1:${port}`;
    await expectTooLong({ SMTP_URL, POSTMARK_SERVER_TOKEN: '', POSTMARK_API_URL: '' }, 'mail server took too long');
    await expect.poll(() => cut, { timeout: 10_000 }).toBe(1);
    await stop();
  });
});

describe.concurrent('an S3 store', () => {
  const at = (port: number) => s3Store({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` });

  it('that never answers is unavailable within 15 seconds', async () => {
    const calls: Record<string, (store: DocumentStore) => Promise<unknown>> = {
      put: (store) => store.put('1-a.pdf', Buffer.from('%PDF-')),
      upload: (store) => store.put('1-a.pdf', new Uint8Array(25 * 2 ** 20)),
      get: (store) => store.get('1-a.pdf'),
      has: (store) => store.has('1-a.pdf'),
      remove: (store) => store.remove('1-a.pdf'),
      list: keysOf,
      check: (store) => store.check(),
    };
    const { size } = statSync(import.meta.filename);
    for (let n = 1; n <= 5; n++)
      // they run one after the other
      calls[`file ${n}`] = (store) => store.putFile('1-a.pdf', import.meta.filename, size);
    const work = Object.entries(calls).map(async ([name, call]) => ({ name, ...(await timed(call(at(silent.port)))) }));
    for (const { name, error, seconds } of await Promise.all(work)) {
      expect(error, name).toBeInstanceOf(StoreUnavailableError);
      expect(seconds, name).toBeLessThan(name === 'check' ? 3.5 : 15);
    }
  });

  it('that falls silent in the middle of a document ends the stream with an error', async () => {
    const half = await startSilentServer('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234');
    const found = await at(half.port).get('1-a.pdf');
    const { error, seconds } = await timed(buffer(found!.stream));
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(seconds).toBeLessThan(15);
    await half.stop();
  });

  it('does not mistake a slow reader for a silent store, and closes when the reader leaves', async () => {
    const store = s3Store(s3.settings);
    await store.put('1-a.pdf', new Uint8Array(5_000_000));
    const found = await store.get('1-a.pdf');
    await sleep(11_000);
    expect((await buffer(found!.stream)).length).toBe(5_000_000);
    const left = await store.get('1-a.pdf');
    left!.stream.destroy();
    await expect(store.check()).resolves.toBeUndefined();
  });
});

it('a silent store delays no other request', async () => {
  const network = forTest(await startFaultProxy(Number(new URL(s3.settings.endpoint!).port)));
  const site = forTest(await startApp({ DATABASE_URL, ...s3Env(s3.settings, network.port) }));
  await add(sql, 'pdf_documents', [{ file_path: 'slow.pdf', title: 'Slow Plan' }]);
  const { get } = await visitAs(site, sql, 'editor');
  await expect.poll(async () => (await get(paths.about)).text(), { timeout: 20_000 }).toContain('Slow Plan');
  network.behave({ kind: 'black-hole' });
  const download = async () => (await fetch(site.url + paths.document('slow.pdf'))).status;
  const downloads = Array.from({ length: 16 }, download);
  const form = sleep(500).then(() => fetch(site.url + paths.contactForm));
  const first = await Promise.race([form.then(() => 'the form'), Promise.race(downloads).then(() => 'a document')]);
  expect(first).toBe('the form');
  expect(new Set(await Promise.all(downloads))).toEqual(new Set([503]));
});
