/** A mail. Everything in it is safe to put into a header or a body as it is. */
export interface Mail {
  /** The same for every try to send this mail, so that one delivered twice can be recognised. */
  id: string;
  subject: string;
  /** One address; without it the mail is for the company. */
  to?: string;
  /** Nobody wrote it: mail programs do not answer it by themselves. */
  isAutomatic?: boolean;
  /** Addresses, or null when there is none that mail programs would take. */
  replyTo: string | null;
  text: string;
  html: string;
  date: Date;
}

/**
 * What became of a mail: taken by the service, worth another try later, or refused for good. Reasons hold no personal
 * data, so they may be logged and shown.
 */
export type SendResult =
  { outcome: 'sent'; id: string } | { outcome: 'retry'; reason: string } | { outcome: 'refused'; reason: string };

export interface MailSender {
  /** Ends within 10 seconds and never rejects. */
  send(mail: Mail): Promise<SendResult>;
}

/** The headers of a mail that are not fields of their own. */
export const headersOf = (mail: Mail): Record<string, string> =>
  mail.isAutomatic ? { 'Auto-Submitted': 'auto-replied' } : {};

/** The Message-ID of a mail, without its brackets. @param from the sender's address; its domain is used */
export function messageIdOf(mail: Mail, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `${mail.to ? 'reply' : 'enquiry'}-${mail.id.replace(/[^A-Za-z0-9-]/g, '')}@${domain}`;
}
