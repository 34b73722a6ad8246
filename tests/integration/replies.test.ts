import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { add, ago, emptyTables } from '../support/content.ts';
import { testTwoMailingSites } from '../support/database.ts';
import { sendRepliesAtOnce } from '../support/send-at-once.ts';
import { expectLed, expectPage, markupOf } from '../support/expect-page.ts';
import { visitAs } from '../support/visitor.ts';

const { site, second, sql, postmark } = await testTwoMailingSites();
await sendRepliesAtOnce(sql);
const admin = await visitAs(site, sql, 'admin');

const { message } = paths.admin;
const replyTo = (id: number) => `${message(id)}?form=reply`;
const written = (fields: Record<string, string> = {}) =>
  new URLSearchParams({
    intent: 'reply',
    subject: 'Re: Crane [SR-7F3K2M]',
    text: 'Dear Ann,\n\nwe can come on Monday.',
    version: '0',
    formId: randomUUID(),
    ...fields,
  });
const stored = () => sql('select who, subject, text, state, reason from replies order by created_at');
const state = () => sql.value('select state from replies');

beforeEach(async () => {
  postmark.behave({ kind: 'well' });
  await emptyTables(sql, 'messages');
  await add(sql, 'messages', [{ created_at: ago(3_600_000), message: 'First line\nSecond <b>line' }]);
});

describe('a reply', () => {
  it('goes to the visitor alone, with the enquiry below, and marks it answered', async () => {
    const answer = await expectLed(admin.post(replyTo(1), written()), message(1));
    await expectPage(admin.after(answer), 200, 'Reply queued', 'we can come on Monday.');
    const answered = { answered_by: admin.email, is_read: true };
    expect(await sql.row('select answered_by, is_read from messages')).toEqual(answered);
    await expect.poll(state, { timeout: 8000 }).toBe('sent');
    expect(await markupOf(await admin.get(message(1)))).toMatch(/Reply<\/span>.*Sent \d/s);
    const mails = postmark.taken.filter((mail) => mail.To === 'ann@example.com');
    expect(mails).toHaveLength(1);
    const subject = { Subject: 'Re: Crane [SR-7F3K2M]' };
    expect(mails[0]).toMatchObject({ From: 'site@example.com', ReplyTo: 'office@example.com', ...subject });
    expect(mails[0]!.TextBody).toMatch(
      /^Dear Ann,\n\nwe can come on Monday\.\n\n\nOn .* Ann Lee wrote:\n> First line\n> Second <b>line\n$/,
    );
    expect(mails[0]!.HtmlBody).toContain('Second &lt;b&gt;line');
    expect(await sql('select act, who from activities where act is not null')).toEqual([
      { act: 'reply', who: admin.email },
    ]);
  });

  it('sent twice by one form, to two processes, is one reply', async () => {
    const form = written({ formId: 'the-same' });
    const other = await visitAs(second, sql, 'admin');
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(replyTo(1), form)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await stored()).toHaveLength(1);
    expect((await other.post(replyTo(1), form)).status).toBe(409); // another admin has not seen this one
  });

  it('cannot add a header or another recipient', async () => {
    await sql(`update messages set email = 'ann@example.com', name = E'Ann\\r\\nBcc: x@example.com'`);
    const long = 'x'.repeat(300); // the reference behind it stays
    await admin.post(replyTo(1), written({ subject: `Hello\r\nBcc: victim@example.com ${long} [SR-7F3K2M]` }));
    await expect.poll(state, { timeout: 8000 }).toBe('sent');
    const mail = postmark.taken.at(-1)!;
    expect([mail.To, mail.Subject]).toEqual(['ann@example.com', `Hello Bcc: victim@example.com ${long} [SR-7F3K2M]`]);
    expect(mail.TextBody).toContain('Ann Bcc: x@example.com wrote:');
  });

  it.each([
    ['suspected spam', 'spam', 'not-spam'],
    ['what lies in the trash', 'trash', 'restore'],
  ])('to %s is sent and leaves it there, and back in the inbox it does not wait', async (_, folder, intent) => {
    const reason = folder === 'spam' ? 'Caught: contains 9 links' : null;
    await sql('update messages set folder = $1, spam_reason = $2', [folder, reason]);
    expect((await admin.post(replyTo(1), written())).status).toBe(303);
    const answered = { answered_at: expect.any(Date) as Date, answered_by: admin.email, is_read: true };
    const states = () => sql('select folder, answered_at, answered_by, is_read from messages');
    expect(await states()).toEqual([{ folder, ...answered }]);
    await admin.post(message(1), { intent });
    expect(await states()).toEqual([{ folder: 'inbox', ...answered }]);
    expect(await markupOf(await admin.get(paths.admin.dashboard))).toContain('Nothing waits.');
  });
});

describe('when somebody else was first', () => {
  it.each<[string, (id: number) => [string, URLSearchParams], string]>([
    ['replied', (id: number) => [replyTo(id), written({ text: 'I was first' })], 'I was first'],
    ['noted', (id: number) => [message(id), new URLSearchParams({ intent: 'note', note: 'I rang her' })], 'I rang her'],
    ['marked it answered', (id: number) => [message(id), new URLSearchParams({ intent: 'answer' })], 'Marked answered'],
  ])('and %s, it is shown, and the text is kept until sent all the same', async (_, first, seen) => {
    const other = await visitAs(second, sql, 'admin');
    expect((await other.post(...first(1))).status).toBe(303);
    const before = (await stored()).length;
    const refused = admin.post(replyTo(1), written({ text: 'My own text' }));
    const page = await expectPage(refused, 409, seen, 'My own text', 'Send all the same', other.email);
    expect(await stored()).toHaveLength(before);
    const version = /name="version" value="(\d+)"/.exec(page)![1]!;
    expect((await admin.post(replyTo(1), written({ text: 'My own text', version }))).status).toBe(303);
    expect(await stored()).toHaveLength(before + 1);
  });

  it('and only read it, or it was oneself without a reply, the reply is accepted', async () => {
    await (await visitAs(second, sql, 'admin')).post(message(1), { intent: 'view' });
    await admin.post(message(1), { intent: 'answer', note: 'I rang her' });
    await admin.post(message(1), { intent: 'note', note: 'Rang again' });
    expect((await admin.post(replyTo(1), written())).status).toBe(303);
    expect((await admin.post(replyTo(1), written({ text: 'Once more' }))).status).toBe(409);
    const note = 'Dear Ann,\n\nwe can come on Monday.'; // the reply's words
    await admin.post(message(1), { intent: 'note', note, version: '0' });
    expect(await sql('select from notes')).toHaveLength(3);
  });
});

describe('a reply that the mail service', () => {
  const sendAgain = (page: string) => {
    const reply = /name="reply" value="([^"]+)"/.exec(page)![1]!;
    return admin.post(message(1), { intent: 'send-reply-again', reply });
  };

  it('refuses is shown as failed with the reason, and sent again when asked', async () => {
    postmark.behave({ kind: 'error', status: 422, code: 300 });
    await admin.post(replyTo(1), written());
    await expect.poll(state, { timeout: 8000 }).toBe('failed');
    const failed = /Failed after 1 attempt: mail service answered 422/;
    const page = await expectPage(admin.get(message(1)), 200, failed, /Overdue by.*Not delivered/s); // it is no answer
    const status = async () => markupOf(await admin.get(paths.admin.dashboard));
    expect(await status()).toContain('Mails of the last 3 days that could not be delivered: 1 reply to a visitor.');
    postmark.behave({ kind: 'well' });
    expect((await sendAgain(page)).status).toBe(303);
    await expect.poll(state, { timeout: 8000 }).toBe('sent');
    expect(await status()).toContain('All systems operational');
    expect(await markupOf(await admin.get(message(1)))).not.toContain('Overdue by');
    expect((await sendAgain(page)).status).toBe(404);
  });

  it('does not take now can be sent again at once, however long its next try is away', async () => {
    postmark.behave({ kind: 'error', status: 503 });
    await admin.post(replyTo(1), written());
    await expect.poll(async () => (await stored())[0]!.reason, { timeout: 8000 }).toContain('503');
    await sql("update graphile_worker._private_jobs set attempts = 10, run_at = now() + interval '6 hours'");
    postmark.behave({ kind: 'well' });
    expect((await sendAgain(await markupOf(await admin.get(message(1))))).status).toBe(303);
    await expect.poll(state, { timeout: 8000 }).toBe('sent');
    expect(await markupOf(await admin.get(message(1)))).not.toContain('send-reply-again');
  });

  it('follows the mails before it, so that mail programs show them together', async () => {
    await add(sql, 'notifications', [{ message_id: 1, state: 'sent', sent_at: ago(0), payload: {} }]);
    await sql("insert into acknowledgements (message_id, state) values (1, 'sent')");
    for (const text of ['First', 'Second', 'Third']) {
      if (text === 'Third')
        await sql(`insert into replies (id, message_id, who, subject, text, state)
          select gen_random_uuid(), 1, 'ann@example.com', 'S', 'T', 'sent' from generate_series(1, 400)`);
      await admin.post(replyTo(1), written({ text, version: '999999' }));
      await expect.poll(() => sql("select 1 from replies where state = 'waiting'"), { timeout: 8000 }).toEqual([]);
    }
    const [first, second, third] = ['First', 'Second', 'Third'].map((text) => {
      const { Headers } = postmark.taken.findLast(({ TextBody }) => TextBody.startsWith(text))!;
      return Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]));
    }) as [Record<string, string>, Record<string, string>, Record<string, string>];
    expect(first.References).toMatch(/^<enquiry-[\w-]+@example.com> <reply-[\w-]+@example.com>$/);
    expect(first['In-Reply-To']).toBe(first.References!.split(' ')[1]);
    expect(second.References).toBe(`${first.References} ${first['Message-ID']}`);
    expect(second['In-Reply-To']).toBe(first['Message-ID']);
    expect(first['Auto-Submitted']).toBeUndefined();
    expect(third.References!.split(' ')[0]).toBe(first.References!.split(' ')[0]);
    expect(third.References!.length).toBeGreaterThan(5000);
    expect(third.References!.length).toBeLessThan(8200); // no mail server takes endless headers
  });
});

it('mails of every kind that nobody got are told on the dashboard for three days, but for acknowledgements', async () => {
  await sql(`insert into notifications (message_id, payload, state, failed_at) values (1, '{}', 'failed', now());
    insert into acknowledgements (message_id, state, failed_at) values (1, 'failed', now());
    insert into reminders (state, failed_at) values ('failed', now() - interval '71 hours'), ('failed', now()),
      ('failed', now() - interval '73 hours');
    insert into staff_mails (email, kind, state, failed_at) values ('new@example.com', 'invitation', 'failed', now())`);
  expect(await markupOf(await admin.get(paths.admin.dashboard))).toContain(
    'Mails of the last 3 days that could not be delivered: 1 enquiry notification, 2 reminders, 1 mail to staff.',
  );
  // Only admins see messages and their number.
  for (const role of ['editor', 'viewer'] as const) {
    const { get } = await visitAs(site, sql, role);
    expect(await (await get(`${paths.admin.dashboard}.data`)).text()).not.toMatch(
      /notification|could not be delivered/,
    );
  }
  await sql('delete from reminders; delete from staff_mails');
});
