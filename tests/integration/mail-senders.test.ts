import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '#app/env.server.ts';
import { KEPT, type SendResult } from '#app/mail/mail.ts';
import { mailSender } from '#app/mail/sender.server.ts';
import { paths } from '#app/paths.ts';
import { forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { mailBy, POSTMARK_TOKEN, startFakePostmark, type PostmarkMood } from '../support/fake-postmark.ts';
import { expectMail, hardMail as mail } from '../support/expect-mail.ts';
import { sendRepliesAtOnce } from '../support/send-at-once.ts';
import { testFolder } from '../support/test-folder.ts';
import { visitAs } from '../support/visitor.ts';

describe('mail by Postmark', () => {
  let postmark: Awaited<ReturnType<typeof startFakePostmark>>;
  beforeEach(async () => void (postmark = await startFakePostmark({ path: '/base/path' })));
  afterEach(() => postmark.stop());

  const MAIL_FROM = 'Website <website@example.com>';
  const send = (token = POSTMARK_TOKEN) => {
    const own = { POSTMARK_SERVER_TOKEN: token, MAIL_FROM };
    return mailSender(readEnv({ ...mailBy(`${postmark.url}/`), ...own })).send(mail);
  };

  it('goes from us to us, with the visitor as Reply-To and one Message-ID for all tries', async () => {
    expect(await send()).toEqual({ outcome: 'sent', id: 'pm-1' });
    expect(await send()).toEqual({ outcome: 'sent', id: 'pm-2' });
    expect(postmark.taken[0]).toMatchObject({
      From: MAIL_FROM,
      To: 'office@example.com',
      ReplyTo: mail.replyTo,
      Subject: mail.subject.replace('=?', '= ?'),
      TextBody: mail.text,
      HtmlBody: mail.html,
      Metadata: { notification: mail.id },
    });
    const messageId = { Name: 'Message-ID', Value: `<enquiry-${mail.id}@example.com>` };
    expect(postmark.taken[0]!.Headers).toContainEqual(messageId);
    expect(postmark.taken[1]!.Headers).toContainEqual(messageId);
  });

  const account = 'mail service answered 422 (code';
  const outcomes: [PostmarkMood, SendResult['outcome'], string][] = [
    [{ kind: 'error', status: 429 }, 'retry', 'mail service answered 429 (code 0)'],
    [{ kind: 'error', status: 408 }, 'retry', 'mail service answered 408 (code 0)'],
    [{ kind: 'error', status: 500, code: 100 }, 'retry', 'mail service answered 500 (code 100)'],
    [{ kind: 'error', status: 503 }, 'retry', 'mail service answered 503 (code 0)'],
    [{ kind: 'error', status: 403 }, 'retry', 'mail service answered 403 (code 0)'],
    [{ kind: 'error', status: 404 }, 'retry', 'mail service answered 404 (code 0)'],
    [{ kind: 'error', status: 422, code: 400 }, 'retry', `${account} 400): the sender is not confirmed`],
    [{ kind: 'error', status: 422, code: 405 }, 'retry', `${account} 405): the account may send no more`],
    [{ kind: 'error', status: 422, code: 412 }, 'retry', `${account} 412): the account waits for approval`],
    [{ kind: 'web-page' }, 'retry', 'mail service gave an answer that was not its own'],
    [{ kind: 'hangs-up' }, 'retry', 'mail service could not be reached'],
    [{ kind: 'redirect', to: 'http://127.0.0.1:1/' }, 'retry', 'mail service could not be reached'],
    [
      { kind: 'error', status: 422, code: 300 },
      'refused',
      `${account} 300): it cannot read an address or a file of the mail`,
    ],
    [
      { kind: 'error', status: 422, code: 406, message: 'Found inactive addresses: office@example.com. Inactive' },
      'refused',
      `${account} 406): the address is inactive after a bounce or a complaint, reactivate it in Postmark`,
    ],
  ];
  it('is tried again after what may pass, and refused for good after what will not, with a reason that names nobody', async () => {
    for (const [n, [mood, outcome, reason]] of outcomes.entries()) {
      postmark.behave(mood);
      expect([mood, await send()]).toEqual([mood, { outcome, reason }]);
      expect(postmark.requests()).toBe(n + 1);
    }
    const wrong = 'mail service answered 401 (code 10): the server token is wrong';
    expect(await send('wrong')).toEqual({ outcome: 'retry', reason: wrong });
  });
});

describe('mail without a service', () => {
  const folder = testFolder();
  const outbox = path.join(folder, 'outbox');
  const sender = (dataDir = folder) => mailSender(readEnv({ DATA_DIR: dataDir }));
  const file = `20260302T013000Z-${mail.id}.eml`;

  it('is one file, however often it is tried, that mail programs open', async () => {
    const kept = { outcome: 'sent', id: file, reason: KEPT };
    for (let tries = 0; tries < 2; tries++)
      expect(await sender().send({ ...mail, automatic: 'replied' })).toEqual(kept);
    expect(fs.readdirSync(outbox)).toEqual([file]);
    const eml = fs.readFileSync(path.join(outbox, file), 'latin1');
    expect(eml).toMatch(/^[\x20-\x7e\r\n]*$/);
    for (const line of eml.split('\r\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    const own = { from: 'website@localhost', to: 'enquiries@localhost', messageId: `<enquiry-${mail.id}@localhost>` };
    await expectMail(eml, { ...mail, ...own });
    expect(eml).toContain('Auto-Submitted: auto-replied\r\n');
  });

  it('is tried again when the folder cannot be written', async () => {
    const blocked = path.join(folder, 'blocked');
    fs.mkdirSync(blocked);
    fs.writeFileSync(path.join(blocked, 'outbox'), '');
    const reason = 'the outbox could not be written (EEXIST)';
    expect(await sender(blocked).send(mail)).toEqual({ outcome: 'retry', reason });
  });
});

it('a site without a mail service says everywhere that mails are kept in the outbox, not mailed', async () => {
  const { url: DATABASE_URL, sql } = await testDatabase();
  await sendRepliesAtOnce(sql);
  const site = forTest(await startApp({ DATABASE_URL }));
  const kept = 'kept in the outbox, not mailed';
  const admin = await visitAs(site, sql, 'admin');
  const { dashboard, message, forgotSent } = paths.admin;
  const text = async (address: string) => (await admin.get(address)).text();
  expect(await text(dashboard)).toContain(`mails are ${kept}`);
  await sendEnquiry(site.url, { subject: 'Nobody gets this' });
  const id = await sql.value<number>('select id from messages');
  expect(await text(message(id))).toContain(`it is ${kept}`);
  const reply = { intent: 'reply', subject: 'Re', text: 'On Monday', version: '0', formId: 'x' };
  expect((await admin.post(`${message(id)}?form=reply`, reply)).status).toBe(303);
  await expect
    .poll(async () => (await text(message(id))).match(/kept in the outbox, not mailed/gi)?.length)
    .toBeGreaterThanOrEqual(4); // the notification twice, the reply, and the notice above the form
  expect(await text(message(id))).not.toMatch(/Notification sent|Sent \d/);
  expect(await (await fetch(site.url + forgotSent)).text()).toContain(kept);
});
