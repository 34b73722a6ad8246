import { textIn } from '../forms/typing/typed-values.ts';
import { EMAIL_MAX } from '../schemas/limits.ts';

/** How many lines are shown at a time. */
export const PAGE_SIZE = 50;
export const FETCH_FAILED = 'Failed to fetch activity';

export const filterNames = ['who', 'kind', 'from', 'to'] as const;
/** What is looked for, as the form has it: fields that were left empty are absent. */
export type Filter = Partial<Record<(typeof filterNames)[number], string>>;

/** What the query of an address asks for. */
export function filterOf(query: URLSearchParams): Filter {
  const filter: Filter = {};
  for (const name of filterNames) {
    const value = textIn(query, name).slice(0, EMAIL_MAX);
    if (value) filter[name] = value;
  }
  return filter;
}

/** One line of the log, ready to be shown. */
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
  /** Where that is to which it was done; null if that is no more. */
  link: string | null;
}

/** One page of the log; the cursors lead to its neighbours. */
export interface ActivityPage {
  lines: ActivityLine[];
  newer: string | null;
  older: string | null;
}
