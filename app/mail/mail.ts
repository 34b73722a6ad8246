/** A mail. Everything in it is safe to put into a header or a body as it is. */
export interface Mail {
  /** The same for every try to send this mail, so that one delivered twice can be recognised. */
  id: string;
  subject: string;
  /** One address; without it the mail is for the company. */
  to?: string;
  /** Nobody wrote it, in answer to somebody or by itself: mail programs do not answer it by themselves. */
  automatic?: 'replied' | 'generated';
  /** The mails that it follows, the oldest first: mail programs show them together. */
  follows?: MailName[];
  /** Addresses, or null when there is none that mail programs would take. */
  replyTo: string | null;
  text: string;
  html: string;
  date: Date;
}

/**
 * What became of a mail: taken by the service, or kept where no service is set; worth another try later, also once the
 * account is right; or refused for good. Reasons hold no personal data, so they may be logged and shown.
 */
export type SendResult =
  | { outcome: 'sent'; id: string; isKept?: true }
  | { outcome: 'retry'; reason: string }
  | { outcome: 'refused'; reason: string };

/** What is said of a mail that no service gets. */
export const KEPT = 'kept in the outbox, not mailed';

export interface MailSender {
  /** Ends within 10 seconds and never rejects. */
  send(mail: Mail): Promise<SendResult>;
}

/** What a Message-ID is made of; `to` only tells whether there is one. */
export type MailName = Pick<Mail, 'id' | 'to'>;

/** The headers of a mail that are not fields of their own. @param from as `messageIdOf` */
export const headersOf = ({ automatic, follows = [] }: Mail, from: string): Record<string, string> => {
  const before = follows.map((mail) => `<${messageIdOf(mail, from)}>`);
  return {
    ...(automatic ? { 'Auto-Submitted': `auto-${automatic}` } : {}),
    ...(before.length ? { 'In-Reply-To': before.at(-1)!, References: before.join(' ') } : {}),
  };
};

/** The Message-ID of a mail, without its brackets. @param from the sender's address; its domain is used */
export function messageIdOf({ id, to }: MailName, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `${to ? 'reply' : 'enquiry'}-${id.replace(/[^A-Za-z0-9-]/g, '')}@${domain}`;
}
