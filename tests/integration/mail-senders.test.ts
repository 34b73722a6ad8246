import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '#app/env.server.ts';
import type { Mail, SendResult } from '#app/mail/mail.ts';
import { postmarkSender } from '#app/mail/postmark-sender.server.ts';
import { mailSender } from '#app/mail/sender.server.ts';
import { paths } from '#app/paths.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { POSTMARK_TOKEN, startFakePostmark, type PostmarkMood } from '../support/fake-postmark.ts';
import { readMime } from '../support/mime.ts';
import { startProduct } from '../support/product.ts';
import { visitAs } from '../support/visitor.ts';

const mail: Mail = {
  id: '7d1c0a54-3a0c-4a64-9a54-0f3f5d1c9f11',
  subject: 'New enquiry: lift',
  replyTo: 'visitor@example.com',
  text: 'A lift.\n',
  html: '<p>A lift.</p>\n',
  date: new Date('2026-03-02T01:30:00Z'),
};

describe('mail by Postmark', () => {
  let postmark: Awaited<ReturnType<typeof startFakePostmark>>;
  beforeEach(async () => {
    postmark = await startFakePostmark({ path: '/base/path' });
  });
  afterEach(() => postmark.stop());

  const send = (token = POSTMARK_TOKEN) =>
    mailSender(
      readEnv({
        POSTMARK_SERVER_TOKEN: token,
        POSTMARK_API_URL: `${postmark.url}/`,
        MAIL_FROM: 'Website <website@example.com>',
        MAIL_TO: 'office@example.com',
      }),
    ).send(mail);

  it('goes from us to us, with the visitor as Reply-To and one Message-ID for all tries', async () => {
    expect(await send()).toEqual({ outcome: 'sent', id: 'pm-1' });
    expect(await send()).toEqual({ outcome: 'sent', id: 'pm-2' });
    expect(postmark.taken[0]).toMatchObject({
      From: 'Website <website@example.com>',
      To: 'office@example.com',
      ReplyTo: 'visitor@example.com',
      Subject: 'New enquiry: lift',
      TextBody: 'A lift.\n',
      HtmlBody: '<p>A lift.</p>\n',
      Metadata: { notification: mail.id },
    });
    const messageId = { Name: 'Message-ID', Value: `<enquiry-${mail.id}@example.com>` };
    expect(postmark.taken[0]!.Headers).toContainEqual(messageId);
    expect(postmark.taken[1]!.Headers).toContainEqual(messageId);
  });

  const passing: [PostmarkMood, string][] = [
    [{ kind: 'error', status: 429 }, 'mail service answered 429 (code 0)'],
    [{ kind: 'error', status: 408 }, 'mail service answered 408 (code 0)'],
    [{ kind: 'error', status: 500, code: 100 }, 'mail service answered 500 (code 100)'],
    [{ kind: 'error', status: 503 }, 'mail service answered 503 (code 0)'],
    [{ kind: 'hangs-up' }, 'mail service could not be reached'],
    [{ kind: 'error', status: 403 }, 'mail service answered 403 (code 0)'],
    [{ kind: 'error', status: 404 }, 'mail service answered 404 (code 0)'],
    [{ kind: 'error', status: 422, code: 400 }, 'mail service answered 422 (code 400): the sender is not confirmed'],
    [{ kind: 'error', status: 422, code: 405 }, 'mail service answered 422 (code 405): the account may send no more'],
    [{ kind: 'error', status: 422, code: 412 }, 'mail service answered 422 (code 412): the account waits for approval'],
    [{ kind: 'web-page' }, 'mail service gave an answer that was not its own'],
    [{ kind: 'redirect', to: 'http://127.0.0.1:1/' }, 'mail service could not be reached'],
  ];
  it.each(passing)('is tried again after %j', async (mood, reason) => {
    postmark.behave(mood);
    expect(await send()).toEqual({ outcome: 'retry', reason });
    expect(postmark.requests()).toBe(1);
  });

  it('is tried again when nobody listens', async () => {
    await postmark.stop();
    expect(await send()).toEqual({ outcome: 'retry', reason: 'mail service could not be reached' });
  });

  const slow: PostmarkMood[] = [{ kind: 'silent' }, { kind: 'stops-midway' }];
  it('is tried again when no answer, or half of one, came within 10 seconds', async () => {
    const started = Date.now();
    const results: SendResult[] = await Promise.all(
      slow.map(async (mood) => {
        const server = await startFakePostmark();
        server.behave(mood);
        const settings = { token: POSTMARK_TOKEN, apiUrl: server.url, from: 'a@example.com', to: 'b@example.com' };
        const result = await postmarkSender(settings).send(mail);
        await server.stop();
        return result;
      }),
    );
    for (const result of results) expect(result).toEqual({ outcome: 'retry', reason: 'mail service took too long' });
    expect(Date.now() - started).toBeLessThan(11_000);
  });

  const final: [PostmarkMood, string][] = [
    [{ kind: 'error', status: 422, code: 300 }, 'mail service answered 422 (code 300)'],
    [
      { kind: 'error', status: 422, code: 406, message: 'Found inactive addresses: office@example.com. Inactive' },
      'mail service answered 422 (code 406)',
    ],
  ];
  it.each(final)('is refused for good after %j, and the reason names nobody', async (mood, reason) => {
    postmark.behave(mood);
    expect(await send()).toEqual({ outcome: 'refused', reason });
  });

  it('is tried again with a wrong token', async () => {
    const reason = 'mail service answered 401 (code 10): the server token is wrong';
    expect(await send('wrong')).toEqual({ outcome: 'retry', reason });
  });
});

describe('mail without a service', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outbox-test-'));
  const outbox = path.join(folder, 'outbox');
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  const sender = (dataDir = folder) => mailSender(readEnv({ DATA_DIR: dataDir }));
  const file = `20260302T013000Z-${mail.id}.eml`;

  it('is one file, however often it is tried', async () => {
    expect(await sender().send(mail)).toEqual({ outcome: 'sent', id: file, isKept: true });
    await sender().send(mail);
    expect(fs.readdirSync(outbox)).toEqual([file]);
  });

  it('is a file that mail programs open', async () => {
    const text = `Señora García = 50 % 🏗️ ${'long '.repeat(60)}\nends with a blank \n\n.\nFrom here`;
    await sender().send({ ...mail, subject: `New enquiry: ${'Señalización 🏗️ '.repeat(8)}`, text });
    const eml = fs.readFileSync(path.join(outbox, file), 'latin1');
    expect(eml).toMatch(/^[\x20-\x7e\r\n]*$/);
    for (const line of eml.split('\r\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    const { headers, parts } = readMime(eml);
    expect(headers).toMatchObject({
      date: 'Mon, 02 Mar 2026 01:30:00 +0000',
      from: 'website@localhost',
      to: 'enquiries@localhost',
      'reply-to': 'visitor@example.com',
      'message-id': `<enquiry-${mail.id}@localhost>`,
      'mime-version': '1.0',
    });
    expect(headers.subject).toBe(`New enquiry: ${'Señalización 🏗️ '.repeat(8)}`);
    expect(parts.map(({ type }) => type)).toEqual(['text/plain; charset=utf-8', 'text/html; charset=utf-8']);
    expect(parts[0]!.body).toBe(text);
    expect(parts[1]!.body).toBe(mail.html);
  });

  it('is tried again when the folder cannot be written', async () => {
    const blocked = path.join(folder, 'blocked');
    fs.mkdirSync(blocked);
    fs.writeFileSync(path.join(blocked, 'outbox'), '');
    expect(await sender(blocked).send(mail)).toEqual({
      outcome: 'retry',
      reason: 'the outbox could not be written (EEXIST)',
    });
  });
});

describe('a site without a mail service', async () => {
  const { url: DATABASE_URL, sql } = await testDatabase();

  it('says everywhere that mails are kept in the outbox, not mailed', async () => {
    const site = await startProduct({ DATABASE_URL });
    try {
      const kept = 'kept in the outbox, not mailed';
      expect(site.logs()).toContain(`mails are kept in DATA_DIR/outbox, not mailed`);
      const admin = await visitAs(site, sql, 'admin');
      const { dashboard, message, inviteStaff, forgotSent } = paths.admin;
      const text = async (address: string) => (await admin.get(address)).text();
      expect(await text(dashboard)).toContain(`mails are ${kept}`);
      await sendEnquiry(site.url, { subject: 'Nobody gets this' });
      const [{ id }] = (await sql('select id from messages')) as [{ id: number }];
      expect(await text(message(id))).toContain(`it is ${kept}`);
      const reply = { intent: 'reply', subject: 'Re', text: 'On Monday', version: '0', formId: 'x' };
      expect((await admin.post(`${message(id)}?form=reply`, new URLSearchParams(reply))).status).toBe(303);
      await expect
        .poll(async () => (await text(message(id))).match(/kept in the outbox, not mailed/gi)?.length, {
          timeout: 10_000,
        })
        .toBeGreaterThanOrEqual(4); // the notification twice, the reply, and before the next one
      expect(await text(message(id))).not.toMatch(/Notification sent|Sent \d/);
      const invited = await admin.post(inviteStaff(), new URLSearchParams({ email: 'x@example.com', role: 'viewer' }));
      expect(invited.headers.getSetCookie().join()).toBeTruthy();
      expect(await (await fetch(site.url + forgotSent)).text()).toContain(kept);
    } finally {
      await site.stop();
    }
  });
});
