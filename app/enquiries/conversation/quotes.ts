// How mail programs introduce what they quote, in the languages of this region: with a date, or an address.
const WROTE = '(?:wrote|writes|schrieb|escribió|a écrit|escreveu|ha scritto|schreef)';
const BEGINS = /^\s*(?:on|am|el|le|em|il|op|at)\s[^>\d]{0,60}\d/i;
const ENDS = new RegExp(String.raw`\s(?:${WROTE}\s?|(?:schrieb|schreef)(?!\p{L}).{0,200}):$`, 'iu');
const END_LENGTH = 220;
const ADDRESSED = new RegExp(String.raw`^\s*[^<>]{0,80}<[^\s@]+@[^\s>]+>\s${WROTE}\s?:\s*$`, 'iu');
const MARK = (words: string) => new RegExp(String.raw`^\s*-{2,}\s*(?:${words})\s*-{2,}\s*$`, 'i');
const ORIGINAL = MARK(
  'original message|original-nachricht|ursprüngliche nachricht|mensaje original|message d.origine|mensagem original',
);
const FORWARDED = MARK(
  'forwarded message|weitergeleitete nachricht|mensaje reenviado|message transféré|mensagem encaminhada',
);
const FROM = /^\s*\*?(?:from|von|de|da|van)\s?:\*?\s/i;
const SENT = /^\s*\*?(?:sent|date|gesendet|datum|enviad[oa](?: el| em)?|fecha|envoyé(?: le)?|data|verzonden)\s?:\*?\s/i;
const SUBJECT = /^\s*\*?(?:subject|betreff|asunto|objet|assunto|oggetto|onderwerp)\s?:/i;
const LOOK_AHEAD = 4; // lines of Outlook's header of a quoted mail
const WRAPPED = 3; // lines that an introduction may take
const INTRODUCTION_MAX = 800; // characters
const MOST_PARTS = 200; // each becomes an element of the page; the last one holds the rest

/**
 * Splits the text of a mail into what its sender wrote and what was quoted; nothing is left out. Lines that begin with
 * `>` are quotes, and so is everything from the header of an original message on.
 */
export function splitQuotes(text: string) {
  const lines = text.split('\n');
  const isQuote = lines.map((line) => line.startsWith('>'));
  for (let at = 0; at < lines.length; at++) {
    if (FORWARDED.test(lines[at]!)) break; // a forwarded mail is no quote
    if (beginsOriginal(lines, at)) {
      isQuote.fill(true, at > 0 && /^\s*_{10,}\s*$/.test(lines[at - 1]!) ? at - 1 : at);
      break;
    }
    const length = introductionLength(lines, at);
    if (!length) continue;
    let next = at + length;
    while (lines[next]?.trim() === '') next++;
    if (next >= lines.length) continue;
    const isMarked = lines[next]!.startsWith('>');
    isQuote.fill(true, at, isMarked ? next : undefined);
    if (!isMarked) break; // programs that do not mark quoted lines quote up to the end
    at = next - 1;
  }
  return joinParts(lines, isQuote);
}

function beginsOriginal(lines: string[], at: number): boolean {
  const line = lines[at]!;
  if (ORIGINAL.test(line)) return true;
  if (!FROM.test(line)) return false;
  const head = lines.slice(at + 1, at + LOOK_AHEAD);
  // A list of places and dates has neither.
  if (!line.includes('@') && !lines.slice(at + 1, at + 2 * LOOK_AHEAD).some((each) => SUBJECT.test(each))) return false;
  const subject = head.findIndex((each) => /^subject:/i.test(each)); // comes first in an attached mail
  return head.slice(0, subject < 0 ? LOOK_AHEAD : subject).some((each) => SENT.test(each));
}

function introductionLength(lines: string[], at: number): number {
  if (!lines[at]!.trim() || lines[at]!.startsWith('>')) return 0;
  for (let count = 1; count <= WRAPPED; count++) {
    const joined = lines
      .slice(at, at + count)
      .join(' ')
      .trimEnd();
    const begun = joined.length <= INTRODUCTION_MAX ? BEGINS.exec(joined)?.[0].length : undefined;
    if (begun && ENDS.test(joined.slice(Math.max(begun, joined.length - END_LENGTH)))) return count;
  }
  return ADDRESSED.test(lines[at]!.slice(0, 300)) ? 1 : 0;
}

function joinParts(lines: string[], isQuote: boolean[]) {
  const parts: { lines: string[]; isQuote: boolean }[] = [];
  for (const [n, line] of lines.entries()) {
    const last = parts.at(-1);
    // An empty line between quoted ones belongs to them.
    const isQuoted = isQuote[n] || (line.trim() === '' && last?.isQuote === true && isQuote[n + 1] === true);
    if (last && (last.isQuote === isQuoted || parts.length === MOST_PARTS)) last.lines.push(line);
    else parts.push({ lines: [line], isQuote: isQuoted });
  }
  return parts
    .map(({ lines, isQuote }) => ({ text: lines.join('\n').replace(/^\n+/, '').trimEnd(), isQuote }))
    .filter(({ text }) => text !== '');
}
