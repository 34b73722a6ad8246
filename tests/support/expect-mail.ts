import { simpleParser } from 'mailparser';
import { expect } from 'vitest';
import type { Mail } from '#app/mail/mail.ts';

/** A mail with what is hard to write as MIME. */
export const hardMail: Mail = {
  id: '7d1c0a54-3a0c-4a64-9a54-0f3f5d1c9f11',
  subject:
    'New enquiry: Señalización 🏗️ of a lift, which has a subject that is longer than one line of a header =?utf-8?Q?a=0D?=',
  replyTo: 'visitor@example.com',
  text: `A lift = 50 %.\n.\nFrom here\n${'long '.repeat(300)}\nends with a blank \n`,
  html: '<p>A lift of <b>50 t</b> for García.</p>\n',
  date: new Date('2026-03-02T01:30:00Z'),
};

export async function expectMail(raw: string, sent: Mail & { from: string; messageId: string }): Promise<void> {
  const { from, to, replyTo, messageId, text, html } = sent;
  const subject = sent.subject.replace('=?', '= ?'); // or mail programs would decode it
  for (const line of [
    ...['Date: Mon, 02 Mar 2026 01:30:00 +0000', `From: ${from}`, `To: ${to}`, `Reply-To: ${replyTo}`],
    ...[`Message-ID: ${messageId}`, 'MIME-Version: 1.0'],
    ...['Content-Type: text/plain; charset=utf-8', 'Content-Type: text/html; charset=utf-8'],
  ])
    expect(`\r\n${raw}`).toContain(`\r\n${line}\r\n`);
  expect(await simpleParser(raw)).toMatchObject({ subject, text, html });
}
