import type { NotificationPayload } from '#db/entities/message.ts';
import type { Mail } from '../mail/mail.ts';
import { localFullDateTime } from '../ui/dates.ts';
import { ANSWER_MS } from './answer-clock.ts';
import { telephoneHref } from '../site/contact-links.ts';
import { inSentence, otherParts, partLabels, partText } from './enquiry-parts.ts';

export type EnquiryMailFacts = {
  /** Of the notification: the mail's identity. */
  notificationId: string;
  /** Of the stored message, so that staff find it. */
  reference: string;
  /** Where staff read and answer it: a whole address. */
  link: string;
  receivedAt: Date;
};

const SUBJECT_LIMIT = 200;
const INTRO = 'A new enquiry has come in through the website.';

/**
 * The mail that tells the company of an enquiry. What the visitor wrote is stripped of everything that could end a
 * header line, escaped in the HTML part, and never decides who gets the mail.
 */
export function enquiryMail(payload: NotificationPayload, facts: EnquiryMailFacts): Mail {
  const told: [label: string, value: string][] = [
    [partLabels.name, payload.name],
    [partLabels.email, payload.email],
    ['Phone', partText(payload, 'phoneNumber')],
    ['Company', partText(payload, 'companyName')],
    ...otherParts.map((part): [string, string] => [inSentence(partLabels[part]), partText(payload, part)]),
    [partLabels.subject, payload.subject],
    ['Received', `${localFullDateTime(facts.receivedAt)} (Trinidad & Tobago)`],
    ['Answer due', `${localFullDateTime(new Date(facts.receivedAt.getTime() + ANSWER_MS))} (Trinidad & Tobago)`],
    ['Reference', facts.reference],
  ];
  const rows = told.map(([label, value]): [string, string] => [label, oneLine(value)]);
  const message = manyLines(payload.message);
  const email = oneLine(payload.email);
  return {
    id: facts.notificationId,
    subject: shortened(`New enquiry ${facts.reference}: ${oneLine(payload.subject)}`, SUBJECT_LIMIT),
    replyTo: /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(email) ? email : null,
    text: textPart(rows, message, facts.link),
    html: htmlPart(rows, message, facts.link),
    date: facts.receivedAt,
  };
}

function textPart(rows: [string, string][], message: string, link: string): string {
  const lines = rows.map(([label, value]) => `${label}: ${value}`);
  const answer = ['Read and answer it:', link];
  return [INTRO, '', ...lines, '', 'Message:', '', message, '', ...answer, ''].join('\n');
}

// Tables and inline styles are what every mail program understands.
const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1a2433';
// An address or a word of any length breaks; some mail programs know only one of the two.
const WRAP = 'word-break:break-word;overflow-wrap:anywhere';
const LINK = 'color:#0b5cad';

function htmlPart(rows: [string, string][], message: string, link: string): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" width="130" style="width:130px;padding:4px 12px 4px 0;font-weight:bold">${label}</th>` +
      `<td valign="top" style="padding:4px 0;${WRAP}">${label === 'Phone' ? telephoneLink(value) : escaped(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>New enquiry</title></head>
<body style="margin:0;padding:20px;background:#ffffff;${FONT}">
<p style="margin:0 0 16px">${INTRO}</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="width:100%;max-width:640px;table-layout:fixed;${FONT}">
${cells.join('\n')}
</table>
<p style="margin:16px 0 4px;font-weight:bold">Message</p>
<p style="margin:0;padding:12px 16px;border-left:4px solid #f5a524;background:#f4f6f9;max-width:606px;${WRAP}">${escaped(message).replaceAll('\n', '<br>\n')}</p>
<p style="margin:20px 0 0"><a href="${escaped(link)}" style="${LINK};font-weight:bold">Read and answer it</a></p>
</body></html>
`;
}

/** A number that can be called from the mail, as far as it is one. */
const telephoneLink = (phone: string): string =>
  /\d{7}/.test(phone.replace(/\D/g, ''))
    ? `<a href="${telephoneHref(phone)}" style="${LINK}">${escaped(phone)}</a>`
    : escaped(phone);

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
