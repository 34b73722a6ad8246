import { textIn } from '../forms/typing/typed-values.ts';
import { EMAIL_MAX } from '../schemas/limits.ts';

export const PAGE_SIZE = 50;
export const FETCH_FAILED = 'Failed to fetch activity';

export const filterNames = ['who', 'kind', 'from', 'to'] as const;
/** Fields that were left empty are absent. */
export type Filter = Partial<Record<(typeof filterNames)[number], string>>;

export function filterOf(query: URLSearchParams): Filter {
  const filter: Filter = {};
  for (const name of filterNames) {
    const value = textIn(query, name).slice(0, EMAIL_MAX);
    if (value) filter[name] = value;
  }
  return filter;
}

export interface ActivityLine {
  id: number;
  /** An ISO instant. */
  at: string;
  day: string;
  time: string;
  kind: string;
  who: string;
  what: string;
  address: string | null;
  /** The page of what it was done to; null if that is gone. */
  link: string | null;
}

/** One page of the log; the cursors lead to its neighbours. */
export interface ActivityPage {
  lines: ActivityLine[];
  newer: string | null;
  older: string | null;
}
