import type { NotificationPayload } from '#db/entities/message.ts';
import type { Mail } from './mail.ts';

export type EnquiryMailFacts = {
  /** Of the notification: the mail's identity. */
  notificationId: string;
  /** Of the stored message, so that staff find it. */
  messageId: number;
  receivedAt: Date;
  /** The labels of the chosen options, defaults filled in. */
  serviceType: string;
  preferredContact: string;
};

const SUBJECT_LIMIT = 200;
const TIME_ZONE = 'America/Port_of_Spain';

/**
 * The mail that tells the company of an enquiry. What the visitor wrote is stripped of everything that could end a
 * header line, escaped in the HTML part, and never decides who gets the mail.
 */
export function enquiryMail(payload: NotificationPayload, facts: EnquiryMailFacts): Mail {
  const rows: [label: string, value: string][] = [
    ['Name', oneLine(payload.name)],
    ['Email', oneLine(payload.email)],
    ['Phone', oneLine(payload.phoneNumber ?? '') || 'Not given'],
    ['Company', oneLine(payload.companyName ?? '') || 'Not given'],
    ['Service type', facts.serviceType],
    ['Preferred contact', facts.preferredContact],
    ['Subject', oneLine(payload.subject)],
    ['Received', `${localTime(facts.receivedAt)} (Trinidad & Tobago)`],
    ['Message number', String(facts.messageId)],
  ];
  const message = manyLines(payload.message);
  const email = oneLine(payload.email);
  return {
    id: facts.notificationId,
    subject: shortened(`New enquiry: ${oneLine(payload.subject)}`, SUBJECT_LIMIT),
    replyTo: /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(email) ? email : null,
    text: textPart(rows, message),
    html: htmlPart(rows, message),
    date: facts.receivedAt,
  };
}

function textPart(rows: [string, string][], message: string): string {
  const lines = rows.map(([label, value]) => `${label}: ${value}`);
  return ['A new enquiry came in through the website.', '', ...lines, '', 'Message:', '', message, ''].join('\n');
}

// Tables and inline styles are what every mail program understands.
const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1a2433';

function htmlPart(rows: [string, string][], message: string): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0;font-weight:bold;white-space:nowrap">${label}</th>` +
      `<td valign="top" style="padding:4px 0">${escaped(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>New enquiry</title></head>
<body style="margin:0;padding:24px;background:#ffffff;${FONT}">
<p style="margin:0 0 16px">A new enquiry came in through the website.</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${FONT}">
${cells.join('\n')}
</table>
<p style="margin:16px 0 4px;font-weight:bold">Message</p>
<p style="margin:0;padding:12px 16px;border-left:4px solid #f5a524;background:#f4f6f9">${escaped(message).replaceAll('\n', '<br>\n')}</p>
</body></html>
`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!);

/** Line ends, control characters and marks that turn the writing direction become spaces. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ')
    .trim();

const manyLines = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '')
    .trim();

/** At most `limit` characters as people count them; an ellipsis shows that something is missing. */
function shortened(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}

const localTime = (date: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, dateStyle: 'full', timeStyle: 'short' }).format(date);
