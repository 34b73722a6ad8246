import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';

/** Everything in it is safe in a header or a body as it is. */
export interface Mail {
  /** The same for every try, so that a mail that was delivered twice can be recognised. */
  id: string;
  subject: string;
  /** One address; without it the mail goes to the company. */
  to?: string;
  /** The company's addresses with commas, if they are not those of MAIL_TO. */
  office?: string;
  /** The rest of its addresses have it since an earlier try. */
  only?: string[] | undefined;
  /** A machine wrote it: mail programs send no automatic answer. */
  automatic?: 'replied' | 'generated';
  /** Earlier mails of its thread, the oldest first: ours, or the Message-IDs of others without brackets. */
  follows?: (MailName | string)[];
  /** Null if there is none that mail programs would take. */
  replyTo: string | null;
  text: string;
  html: string;
  attachments?: Attachment[];
  date: Date;
}

export interface Attachment {
  name: string;
  type: string;
  bytes: Buffer;
}

/**
 * `sent` with a reason: not to all its addresses, or not mailed at all. `retry`: worth another try, perhaps once the account is
 * right, to `only` these addresses. Reasons hold no personal data, so they may be logged and shown.
 */
export type SendResult =
  | { outcome: 'sent'; id: string; reason?: string }
  | { outcome: 'retry' | 'refused'; reason: string; only?: string[] };

export const KEPT = 'kept in the outbox, not mailed';
export const NOT_TO_ALL = 'the mail server refused one of its addresses';
export const NOT_TO_ALL_YET = 'the mail server did not take it yet for one of its addresses';

export interface MailSender {
  /** Ends within `limitSeconds`, by SMTP with `ANSWER_S` more, and never rejects. */
  send(mail: Mail): Promise<SendResult>;
}

/** How long it may take until a service has a mail: slow lines need more for files. */
export const limitSeconds = ({ attachments = [] }: Mail): number =>
  10 + Math.ceil(attachments.reduce((sum, { bytes }) => sum + bytes.length, 0) / 100_000);

/** How long an SMTP server may check what it has: whoever hangs up earlier sends copies (RFC 5321, 4.5.3.2.6). */
export const ANSWER_S = 120;

/** `to` only tells whether there is one. */
export type MailName = Pick<Mail, 'id' | 'to'>;

/** @param from as `messageIdOf` */
export const headersOf = ({ automatic, follows = [] }: Mail, from: string): Record<string, string> => {
  const before = follows.map((mail) => `<${typeof mail === 'string' ? mail : messageIdOf(mail, from)}>`);
  return {
    ...(automatic ? { 'Auto-Submitted': `auto-${automatic}` } : {}),
    ...(before.length ? { 'In-Reply-To': before.at(-1)!, References: before.join(' ') } : {}),
  };
};

/** Without brackets. @param from the sender's address; its domain is used */
export function messageIdOf({ id, to }: MailName, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `${to ? 'reply' : 'enquiry'}-${id.replace(/[^A-Za-z0-9-]/g, '')}@${domain}`;
}

/** An address as a header needs it: unquoted, `1,ann@example.com` would be two, of which one is a stranger's. */
export function quoteLocalPart(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address) ?? [];
  if (/^(?:"(?:[^"\\]|\\.)*"|[^\s<>,;:"()[\]\\]+)$/.test(local)) return address;
  return `"${local.replace(/["\\]/g, '\\$&')}"@${domain}`;
}

/** Keeps mail programs from decoding a stranger's `=?utf-8?B?…?=`, which `oneLine` has not seen decoded. */
export const subjectOf = ({ subject }: Mail): string => subject.replaceAll('=?', '= ?');

/** Makes nodemailer's message. Nothing in it may name a file or an address that would be read. */
export const messageOf = (mail: Mail, from: string, to: string): MailComposerOptions => ({
  from,
  to: mail.to ? quoteLocalPart(mail.to) : (mail.office ?? to),
  ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
  subject: subjectOf(mail),
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
