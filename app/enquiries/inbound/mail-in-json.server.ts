import { StringDecoder } from 'node:string_decoder';

const FIELD = '"RawEmail"';
const SHOWN = 10_000; // characters that are kept of any other text
const REST_MAX = 1024 * 1024;

/** What streams by is no JSON, or one with far too many fields. */
export class NoJsonError extends Error {
  override readonly name = 'NoJsonError';
}

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
  let left = ''; // the beginning of an escape
  for await (const chunk of body) {
    const text = left + decoder.write(chunk);
    left = '';
    for (let at = 0; at < text.length;) {
      const next = inText ? indexOfSpecial(text, at) : text.indexOf('"', at);
      const end = next < 0 ? text.length : next;
      const piece = text.slice(at, end);
      if (isMail) mail += piece;
      else if (!inText || (kept += piece.length) <= SHOWN) rest.json += piece;
      at = end;
      if (next < 0) break;
      if (text[next] === '\\') {
        const length = text[next + 1] === 'u' ? 6 : 2;
        if (next + length > text.length) {
          left = text.slice(next);
          break;
        }
        if (isMail) mail += text.slice(next, next + length);
        else if ((kept += length) <= SHOWN) rest.json += text.slice(next, next + length);
        at = next + length;
        continue;
      }
      if (!inText) {
        isMail = !rest.hasMail && rest.json.slice(-40).trimEnd().replace(/:$/, '').trimEnd().endsWith(FIELD);
        rest.hasMail ||= isMail;
        kept = 0;
      } else isMail = false;
      inText = !inText;
      rest.json += '"';
      at++;
    }
    if (rest.json.length > REST_MAX) throw new NoJsonError();
    const half = /\\u[dD][89abAB][0-9a-fA-F]{2}$/.exec(mail)?.[0] ?? ''; // of a character in two halves
    const whole = mail.slice(0, mail.length - half.length);
    mail = half;
    if (whole) yield unescaped(whole);
  }
  if (mail) yield unescaped(mail);
}

const SPECIAL = /["\\]/g;

function indexOfSpecial(text: string, at: number): number {
  SPECIAL.lastIndex = at;
  return SPECIAL.exec(text)?.index ?? -1;
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw new NoJsonError();
  }
}
