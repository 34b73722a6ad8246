import type { Redirect } from '#db/entities/redirect.ts';
import { readBy } from '../../schemas/read-by.ts';
import { z } from '../../schemas/zod.ts';
import type { Path } from './redirect-map.ts';

export type ManagedRedirect = Pick<Redirect, 'id' | 'fromPath' | 'version'> & { toPath: string | null };

export const MAX_PATH = 300; // characters
export const CSV_BYTES = 1024 * 1024;
export const MOST_REDIRECTS = 10_000;

export const describeTarget = (to: string | null): string => to ?? 'Gone (410)';

/** Decodes a path as it was typed or requested; null if it is not one of this site. */
export function readPath(typed: string, max = MAX_PATH): Path | null {
  let path: string;
  try {
    path = decodeURIComponent(typed.trim());
  } catch {
    return null;
  }
  if (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
  if (!path.startsWith('/') || path.length > max) return null;
  return /[?#\\\p{Cc}]|\/\/|\/\.{1,2}(\/|$)/u.test(path) ? null : (path as Path);
}

/** Paths that cannot lead elsewhere: the staff area, what answers machines, and the site's own files. */
const TAKEN =
  /^\/(?:\.well-known|admin|assets|events|gone|healthz|inbound|logout|metrics|photos|preview|readyz|theme|__manifest)(?:\/|$)|\.(?:avif|css|data|ico|jpe?g|js|json|mjs|png|svg|txt|webmanifest|webp|woff2|xml)$/i;

const NO_PATH = `is no path of this site: it starts with /, has no ? or #, and at most ${MAX_PATH} characters`;

export function readFrom(typed = '', max?: number): { value: Path } | { wrong: string } {
  const path = readPath(typed, max);
  if (!path) return { wrong: `${typed.slice(0, 100) || 'An empty address'} ${NO_PATH}` };
  return TAKEN.test(path) ? { wrong: `${path} belongs to the site itself and cannot lead elsewhere` } : { value: path };
}

/** A null value is an address that is gone. */
export function readTo(typed = ''): { value: Path | null } | { wrong: string } {
  if (!typed.trim() || typed.trim().toLowerCase() === 'gone') return { value: null };
  const path = readPath(typed);
  return path ? { value: path } : { wrong: `${typed.slice(0, 100)} ${NO_PATH}` };
}

export const redirectSchema = z.object({
  from: readBy(readFrom),
  to: readBy(readTo),
  version: z.catch(z.int32(), 0),
  intent: z.catch(z.optional(z.literal('delete')), undefined),
});
export type RedirectFields = z.output<typeof redirectSchema>;
export const redirectFileSchema = z.object({ file: z.file('Please choose a CSV file') });

const CELL = /(?:^|,)\s*(?:"((?:[^"]|"")*)"(?=\s*(?:,|$))|([^,]*))/g;

export type WrongLine = [line: number, wrong: string];
/** By line number. */
export type CsvLines = Map<number, [from: Path, to: Path | null]>;

/** Reads a CSV file with the columns `from` and `to`, whose first line may name them. Each path may stand once. */
export function readCsv(text: string): { lines: CsvLines; wrong: WrongLine[] } {
  const lines: CsvLines = new Map();
  const wrong: WrongLine[] = [];
  const seen = new Map<string, number>();
  const all = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  for (const [index, line] of all.entries()) {
    if (!line.trim() || (index === 0 && /^\W*from\W+to\W*$/i.test(line))) continue;
    const cells = [...line.matchAll(CELL)].map(([, quoted, bare]) => quoted?.replace(/""/g, '"') ?? bare!.trim());
    const [from, to] = [readFrom(cells[0]!), readTo(cells[1] ?? '')];
    const refuse = (problem: string) => wrong.push([index + 1, problem]);
    if (cells.length !== 2) refuse('has to be two paths with a comma between them');
    else if ('wrong' in from) refuse(from.wrong);
    else if ('wrong' in to) refuse(to.wrong);
    else if (seen.has(from.value)) refuse(`${from.value} stands in line ${seen.get(from.value)} already`);
    else {
      seen.set(from.value, index + 1);
      lines.set(index + 1, [from.value, to.value]);
    }
  }
  return { lines, wrong };
}
