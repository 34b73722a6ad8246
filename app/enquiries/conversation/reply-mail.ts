import { FONT, htmlLines, htmlMail, manyLines, oneLine, shortened, WRAP } from '../../mail/mail-text.ts';
import type { Mail } from '../../mail/mail.ts';
import { mailPalette, palette } from '../../schemas/colours.ts';
import { localDateTime } from '../../time/dates.ts';

const SUBJECT_LIMIT = 300;

export interface ReplyMailFacts {
  /** The reply's id, which becomes the mail's. */
  id: string;
  follows: Mail['follows'];
  subject: string;
  text: string;
  writtenAt: Date;
  replyTo: string | null;
  enquiry: { name: string; email: string; message: string; receivedAt: Date };
}

/** The mail that answers an enquiry and quotes it. It goes to the visitor alone. */
export function replyMail({ id, follows, subject, text, writtenAt, replyTo, enquiry }: ReplyMailFacts): Mail {
  const written = manyLines(text);
  const quoted = manyLines(enquiry.message);
  const who = `On ${localDateTime(enquiry.receivedAt)} ${oneLine(enquiry.name)} wrote:`;
  const lines = quoted.split('\n').map((line) => `> ${line}`);
  return {
    id,
    follows,
    to: enquiry.email,
    subject: shortened(oneLine(subject), SUBJECT_LIMIT),
    replyTo,
    text: [written, '', '', who, ...lines, ''].join('\n'),
    html: htmlMail(
      'Reply',
      `<p style="margin:0 0 24px;max-width:640px;${WRAP}">${htmlLines(written)}</p>
<p style="margin:0 0 4px;color:${palette.steel600};${WRAP}">${htmlLines(who)}</p>
<blockquote style="margin:0;padding:4px 16px;border-left:3px solid ${mailPalette.line};max-width:606px;${FONT};color:${palette.steel600};${WRAP}">${htmlLines(quoted)}</blockquote>`,
    ),
    date: writtenAt,
  };
}
