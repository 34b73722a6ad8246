export interface DeliveryReport {
  /** The id of our mail, as `readOwnId` gives it; null if the report names none. */
  id: string | null;
  /** Why it was not delivered, such as `5.1.1` (RFC 3463); null for reports of success, delay and anything else. */
  code: string | null;
}

/**
 * @param parts of a delivery report, as text: those for machines (RFC 3464) and the mail that it returns
 * @param answers the Message-IDs that the report itself answers, the latest last
 */
export function readReport(parts: string, answers: string[]): DeliveryReport {
  const code = /^status:\s*([45]\.\d{1,3}\.\d{1,3})/im.exec(parts)?.[1] ?? '5.0.0';
  // The returned headers also name earlier mails of the thread, before our own.
  const [own = parts] = /^(?:x-original-)?message-id:\s*\S+/im.exec(parts) ?? [];
  const id = [...answers, own].map(readOwnId).findLast(Boolean) ?? null;
  return { id, code: /^action:\s*failed\b/im.test(parts) ? code : null };
}

const OWN = /\b(?:reply|enquiry)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

/** The id of one of our mails in a text that names its Message-ID; `messageIdOf` makes them. */
export const readOwnId = (text: string): string | null => OWN.exec(text)?.[1]?.toLowerCase() ?? null;

// RFC 3463. The first entry that the code begins with counts.
const REASONS: [code: string, reason: string][] = [
  ['5.1.1', 'there is no such mailbox'],
  ['5.1.2', 'there is no such domain'],
  ['5.1.', 'the address is wrong'],
  ['5.2.1', 'the mailbox is switched off'],
  ['5.2.2', 'the mailbox is full'],
  ['4.2.2', 'the mailbox is full'],
  ['5.2.3', 'the mail is too large for the mailbox'],
  ['5.3.4', 'the mail is too large for their server'],
  ['5.4.', 'their server could not be found'],
  ['4.4.', 'their server could not be reached'],
  ['5.7.', 'their server refused it'],
];

export function undeliveredText(code: string): string {
  const [, reason] = REASONS.find(([start]) => code.startsWith(start)) ?? ['', 'their server did not take it'];
  return `Not delivered: ${reason} (${code})`;
}
