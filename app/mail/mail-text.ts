import { mailPalette, palette } from '../schemas/colours.ts';

/** Mail programs understand inline styles only. */
export const FONT = `font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:${mailPalette.text}`;
/** Breaks long words; some mail programs know only one of the two. */
export const WRAP = 'word-break:break-word;overflow-wrap:anywhere';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);

/** Puts a text into one line: line ends, control characters and marks of the writing direction become spaces. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ')
    .trim();

/** Drops what would make people read something else than what is stored, such as 20 t for 02 t. */
export const asWritten = (text: string): string => text.replace(/[^\P{Cc}\r\n\t]|\p{Bidi_Control}/gu, '');

/** Cleans a text of several lines in the same way. */
export const manyLines = (text: string): string =>
  asWritten(text.toWellFormed().replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')).trim();

/** At most `limit` characters as people count them, with an ellipsis if it was cut. */
export function shortened(text: string, limit: number): string {
  const characters = [...text.slice(0, 2 * limit + 2)]; // one more than the limit, at least
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}

export const htmlLines = (text: string): string => escaped(text).replaceAll('\n', '<br>\n');

export const htmlMail = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:20px;background:${palette.white};${FONT}">
${body}
</body></html>
`;

type Paragraph = { text?: string; link?: { address: string; label?: string } };

export function plainMail(subject: string, parts: Paragraph[]) {
  const texts = parts.map(({ text, link }) => [text, link?.label && `${link.label}:`, link?.address]);
  const html = parts.map(({ text, link }) => [
    text && escaped(text),
    link && `<a href="${escaped(link.address)}">${escaped(link.label ?? link.address)}</a>`,
  ]);
  const paragraph = (lines: unknown[]) =>
    `<p style="margin:0 0 16px;max-width:640px;${WRAP}">${lines.filter(Boolean).join('<br>')}</p>`;
  return {
    subject: oneLine(subject),
    replyTo: null,
    text: texts.map((lines) => `${lines.filter(Boolean).join('\n')}\n`).join('\n'),
    html: htmlMail(escaped(oneLine(subject)), html.map(paragraph).join('\n')),
  };
}
