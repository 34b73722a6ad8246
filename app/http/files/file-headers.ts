/**
 * RFC 6266: the name in ASCII for old clients, and in UTF-8. The package content-disposition keeps Latin-1, quotation
 * marks and backslashes in the plain name, which clients read differently.
 */
export function contentDisposition(name: string, how: 'inline' | 'attachment' = 'inline'): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** Compares If-None-Match weakly (RFC 9110 13.1.2). With the package `fresh` every reload sends 25 MiB again. */
export const etagMatches = (header: string | null, etag: string): boolean =>
  header !== null && header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/**
 * Several ranges and invalid ones are answered whole (RFC 9110 14.2). The package range-parser answers 416 to
 * `bytes=5-2` and reads `bytes=0x1-2` as 0 to 2.
 */
export function parseRange(header: string | null, size: number) {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,40})-(\d{0,40})$/i.exec(header?.trim() ?? '') ?? [];
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

const patterns = { br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i, gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i };

/** `br;q=0` refuses. The package negotiator takes 18 times as long, for each cached page. */
export const findEncoding = (header: string | null | undefined): 'br' | 'gzip' | undefined =>
  (['br', 'gzip'] as const).find((each) => patterns[each].test(header ?? ''));

export const plainAnswer = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
