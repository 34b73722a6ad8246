import { StringDecoder } from 'node:string_decoder';

const SHOWN = 10_000; // characters that are kept of any other text
const REST_MAX = 1024 * 1024;

/** What streams by is no JSON, or one with far too many fields. */
export class NoJsonError extends Error {
  override readonly name = 'NoJsonError';
}

/** A quotation mark, an escape, or a run of other characters; half an escape is no match. */
const PIECE = /"|\\(?:u[^]{4}|[^u])|[^"\\]+/gy;
const IS_NEXT = /"RawEmail"\s*:\s*$/;
const HALF = /^\\u[dD][89abAB]/; // of a character in two escapes

/**
 * Takes the mail out of Postmark's JSON as it streams by, so that 35 MiB take no memory.
 * @param rest gets the JSON around it, with long texts cut, to be parsed and judged afterwards
 */
export async function* mailInJson(
  body: AsyncIterable<Buffer>,
  rest: { json: string; hasMail: boolean },
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let inText = false;
  let isMail = false;
  let kept = 0;
  let mail = ''; // as it is escaped
  let last = ''; // piece of it
  let left = ''; // the beginning of an escape
  for await (const chunk of body) {
    const text = left + decoder.write(chunk);
    let end = 0;
    for (const [piece] of text.matchAll(PIECE)) {
      end += piece.length;
      if (piece === '"') {
        inText = !inText;
        kept = 0;
        isMail = inText && !rest.hasMail && IS_NEXT.test(rest.json.slice(-40));
        rest.hasMail ||= isMail;
        rest.json += piece;
      } else if (isMail) mail += last = piece;
      else if (!inText || (kept += piece.length) <= SHOWN) rest.json += piece;
    }
    left = text.slice(end);
    if (rest.json.length > REST_MAX) throw new NoJsonError();
    const half = HALF.test(last) ? last : '';
    const whole = mail.slice(0, mail.length - half.length);
    mail = half;
    if (whole) yield unescaped(whole);
  }
  if (mail) yield unescaped(mail);
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw new NoJsonError();
  }
}
