import { INT_MAX } from '../../schemas/limits.ts';

/** The rows before (older than) or after (newer than) a message. */
export interface Cursor {
  direction: 'before' | 'after';
  ms: number;
  id: number;
}

export const writeCursor = ({ direction, ms, id }: Cursor): string => `${direction}-${ms}-${id}`;

/** Anything else is the first page. */
export function parseCursor(text: string | null | undefined): Cursor | null {
  const [, direction, ms, id] = /^(before|after)-(\d{1,13})-(\d{1,10})$/.exec(text ?? '') ?? [];
  if (!direction || Number(id) > INT_MAX) return null;
  return { direction: direction as Cursor['direction'], ms: Number(ms), id: Number(id) };
}
