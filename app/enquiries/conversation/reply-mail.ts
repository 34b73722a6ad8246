import type { Reply } from '#db/entities/message-mail.ts';
import { FONT, htmlLines, htmlMail, manyLines, oneLine, shortened, WRAP } from '../../mail/mail-text.ts';
import type { Mail } from '../../mail/mail.ts';
import { mailPalette, palette } from '../../schemas/colours.ts';
import { localDateTime } from '../../time/dates.ts';

const SUBJECT_LIMIT = 300;

/** The mail that answers an enquiry and quotes it. It goes to the visitor alone. */
export function replyMail({ id, message: enquiry, subject, text, createdAt }: Reply): Omit<Mail, 'replyTo'> {
  const written = manyLines(text);
  const quoted = manyLines(enquiry.message);
  const who = `On ${localDateTime(enquiry.createdAt)} ${oneLine(enquiry.name)} wrote:`;
  const lines = quoted.split('\n').map((line) => `> ${line}`);
  return {
    id,
    to: enquiry.email,
    subject: shortened(oneLine(subject), SUBJECT_LIMIT),
    text: [written, '', '', who, ...lines, ''].join('\n'),
    html: htmlMail(
      'Reply',
      `<p style="margin:0 0 24px;max-width:640px;${WRAP}">${htmlLines(written)}</p>
<p style="margin:0 0 4px;color:${palette.steel600};${WRAP}">${htmlLines(who)}</p>
<blockquote style="margin:0;padding:4px 16px;border-left:3px solid ${mailPalette.line};max-width:606px;${FONT};color:${palette.steel600};${WRAP}">${htmlLines(quoted)}</blockquote>`,
    ),
    date: createdAt,
  };
}
