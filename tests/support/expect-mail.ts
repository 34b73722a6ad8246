import { simpleParser } from 'mailparser';
import { expect } from 'vitest';
import type { Mail } from '#app/mail/mail.ts';

export async function expectMail(raw: string, sent: Mail & { from: string; messageId: string }): Promise<void> {
  const { from, to, replyTo, messageId, subject, text, html } = sent;
  for (const line of [
    ...['Date: Mon, 02 Mar 2026 01:30:00 +0000', `From: ${from}`, `To: ${to}`, `Reply-To: ${replyTo}`],
    ...[`Message-ID: ${messageId}`, 'MIME-Version: 1.0'],
    ...['Content-Type: text/plain; charset=utf-8', 'Content-Type: text/html; charset=utf-8'],
  ])
    expect(`\r\n${raw}`).toContain(`\r\n${line}\r\n`);
  expect(await simpleParser(raw)).toMatchObject({ subject, text, html });
}
