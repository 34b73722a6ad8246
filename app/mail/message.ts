import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import { headersOf, messageIdOf, type Mail } from './mail.ts';

/** Makes nodemailer's message. Nothing in it may name a file or an address that would be read. */
export const messageOf = (mail: Mail, from: string, to: string): MailComposerOptions => ({
  from,
  to: mail.to ?? mail.office ?? to,
  ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
  subject: mail.subject,
  headers: headersOf(mail, from),
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments?.map(({ name, type, bytes }) => ({
    filename: name,
    contentType: type,
    content: bytes,
  })),
  date: mail.date,
  messageId: `<${messageIdOf(mail, from)}>`,
  encoding: 'quoted-printable',
  newline: 'win',
  disableFileAccess: true,
  disableUrlAccess: true,
});
