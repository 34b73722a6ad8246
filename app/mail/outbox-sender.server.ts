import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { messageIdOf, type Mail, type MailSender, type SendResult } from './mail.ts';

export type OutboxSettings = {
  /** Absolute path; made when first needed. */
  folder: string;
  from?: string;
  to?: string;
};

/** Keeps mail as `.eml` files that mail programs open, for a site without a mail service. Another try replaces the file. */
export function outboxSender({
  folder,
  from = 'website@localhost',
  to = 'enquiries@localhost',
}: OutboxSettings): MailSender {
  async function send(mail: Mail): Promise<SendResult> {
    const stamp = mail.date.toISOString().replace(/[-:]|\.\d+/g, '');
    const name = `${stamp}-${mail.id.replace(/[^A-Za-z0-9-]/g, '')}.eml`;
    const partial = path.join(folder, `.partial-${randomBytes(8).toString('hex')}`);
    try {
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      await fs.writeFile(partial, asEml(mail, from, to), { flag: 'wx', flush: true, mode: 0o600 });
      await fs.rename(partial, path.join(folder, name));
      return { outcome: 'sent', id: name };
    } catch (error) {
      await fs.rm(partial, { force: true }).catch(() => {});
      const code = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
      return { outcome: 'retry', reason: `the outbox could not be written (${code})` };
    }
  }
  return { kind: 'outbox', send };
}

/** The mail as RFC 5322 text with a plain and an HTML part. */
function asEml(mail: Mail, from: string, to: string): string {
  const boundary = `part-${randomBytes(12).toString('hex')}`;
  const part = (type: string, body: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quotedPrintable(body),
  ];
  return [
    `Date: ${mail.date.toUTCString().replace('GMT', '+0000')}`,
    `From: ${from}`,
    `To: ${to}`,
    ...(mail.replyTo ? [`Reply-To: ${mail.replyTo}`] : []),
    `Subject: ${encodedWords(mail.subject)}`,
    `Message-ID: <${messageIdOf(mail, from)}>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('text/plain', mail.text),
    ...part('text/html', mail.html),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/** RFC 2047: text outside ASCII in words of at most 75 characters, each on a line of its own. */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [''];
  for (const character of text) {
    const longer = words.at(-1)! + character;
    if (Buffer.byteLength(longer) > 42) words.push(character);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** RFC 2045: lines of at most 76 ASCII characters. */
function quotedPrintable(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      let out = '';
      let width = 0;
      const bytes = [...Buffer.from(line)];
      bytes.forEach((byte, index) => {
        const isLast = index === bytes.length - 1;
        const isSpace = byte === 0x20 || byte === 0x09;
        const isPlain = (byte > 0x20 && byte < 0x7f && byte !== 0x3d) || (isSpace && !isLast);
        const unit = isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
        if (width + unit.length > 75) {
          out += '=\r\n';
          width = 0;
        }
        out += unit;
        width += unit.length;
      });
      return out;
    })
    .join('\r\n');
}
