import { StringDecoder } from 'node:string_decoder';

const SHOWN = 10_000; // characters that are kept of every other text
const REST_MAX = 1024 * 1024;

/** A quotation mark, an escape, or a run of other characters. An incomplete escape does not match. */
const PIECE = /"|\\(?:u[^]{4}|[^u])|[^"\\]+/gy;
const IS_NEXT = /"RawEmail"\s*:\s*$/;
const HALF = /^\\u[dD][89abAB]/; // the first half of a character in two escapes

/**
 * Extracts the mail from Postmark's JSON while it streams, so that 35 MiB take no memory.
 * @param rest receives the JSON around the mail, with long texts cut, to be parsed afterwards
 * @throws SyntaxError if the stream is not JSON, or has far too many fields
 */
export async function* mailInJson(
  body: AsyncIterable<Buffer>,
  rest: { json: string; hasMail: boolean },
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let inText = false;
  let isMail = false;
  let kept = 0;
  let before = ''; // the end of the JSON so far; taking it from the whole of it would copy that each time
  let mail = ''; // still escaped
  let last = ''; // the last piece of the mail
  let left = ''; // the beginning of an incomplete escape
  for await (const chunk of body) {
    const text = left + decoder.write(chunk);
    let end = 0;
    for (const [piece] of text.matchAll(PIECE)) {
      end += piece.length;
      if (piece === '"') {
        inText = !inText;
        kept = 0;
        isMail = inText && !rest.hasMail && IS_NEXT.test(before);
        rest.hasMail ||= isMail;
        rest.json += piece;
      } else if (isMail) mail += last = piece;
      else if (!inText || (kept += piece.length) <= SHOWN) rest.json += piece;
      before = (before + piece).slice(-40);
    }
    left = text.slice(end);
    if (rest.json.length > REST_MAX) throw new SyntaxError('too many fields');
    const half = HALF.test(last) ? last : '';
    const whole = mail.slice(0, mail.length - half.length);
    mail = half;
    if (whole) yield unescapeJson(whole);
  }
  if (mail) yield unescapeJson(mail);
}

const unescapeJson = (text: string) => JSON.parse(`"${text}"`) as string;
