/**
 * A small reader of what RFC 2045 to 2047 say about a message of several parts, so that the library that writes them is not
 * judged by itself.
 */
export function readMime(message: string) {
  const { headers, body } = split(message);
  const boundary = /boundary="(.+)"/.exec(headers['content-type'] ?? '')?.[1];
  if (!boundary) throw new Error('the message has no parts');
  const blocks = body.split(`--${boundary}`).slice(1, -1);
  const parts = blocks.map((block) => {
    const part = split(block.replace(/^\r\n/, '').replace(/\r\n$/, ''));
    const bytes = part.body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    const text = Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r\n/g, '\n');
    return { type: part.headers['content-type'], body: text };
  });
  return { headers: { ...headers, subject: decodedWords(headers.subject ?? '') }, parts };
}

function split(block: string) {
  const at = block.indexOf('\r\n\r\n');
  const lines = block
    .slice(0, at)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const pairs = lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 2)]);
  return { headers: Object.fromEntries(pairs) as Record<string, string>, body: block.slice(at + 4) };
}

const decodedWords = (header: string) =>
  header.replace(/\?= +=\?/g, '?==?').replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) => {
    if (kind.toUpperCase() === 'B') return Buffer.from(word, 'base64').toString('utf8');
    const bytes = word
      .replaceAll('_', ' ')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  });
