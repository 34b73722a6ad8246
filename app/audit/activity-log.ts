import { textIn } from '../forms/typing/typed-values.ts';
import { EMAIL_MAX } from '../schemas/limits.ts';

export const PAGE_SIZE = 50;

const filterNames = ['who', 'kind', 'from', 'to'] as const;
/** Fields that were left empty are absent. */
export type Filter = Partial<Record<(typeof filterNames)[number], string>>;

export function filterOf(query: URLSearchParams): Filter {
  const typed = filterNames.map((name) => [name, textIn(query, name).slice(0, EMAIL_MAX)]);
  return Object.fromEntries(typed.filter(([, value]) => value)) as Filter;
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
