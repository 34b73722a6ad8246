/**
 * The header that shows a document in the browser and names it when it is saved (RFC 6266): once for old clients in
 * plain ASCII, once in UTF-8.
 * Not content-disposition: its plain name keeps Latin-1 letters, quotation marks and backslashes, which clients read each
 * in their own way (4 of 5 odd names differ). It would save three lines.
 */
export function contentDisposition(name: string, how: 'inline' | 'attachment' = 'inline'): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${full}`;
}

/**
 * Whether an If-None-Match header names this state; compared weakly, as RFC 9110 13.1.2 asks.
 * Not fresh: it sends all 25 MiB again to whoever reloads (`Cache-Control: no-cache` in the request), and saves one line.
 */
export const etagMatches = (header: string | null, etag: string): boolean =>
  header !== null && header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/**
 * The bytes that a Range header asks for, both ends included. One range, as every viewer asks; several at once and
 * what is no range at all are answered whole, as RFC 9110 14.2 allows.
 * Not range-parser: it answers 416 to `bytes=5-2` and `bytes=a-b`, which are to be ignored, and reads `bytes=0x1-2` as 0
 * to 2 (6 of the 9 odd headers in the tests). To tell these apart around it takes as many lines as this.
 * @param size of the document, in bytes
 */
export function parseRange(
  header: string | null,
  size: number,
): { start: number; end: number } | 'whole' | 'unsatisfiable' {
  const found = /^bytes=\s*(\d{0,40})-(\d{0,40})$/i.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = found ?? [];
  if (!first && !last) return 'whole';
  if (!first) {
    if (Number(last) === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - Number(last)), end: size - 1 };
  }
  const start = Number(first);
  if (last && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last ? Math.min(Number(last), size - 1) : size - 1 };
}
