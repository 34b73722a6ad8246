import { serviceTypes } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { typedDays } from '../../time/dates.ts';
import { asciiDigits } from '../../ui/contact-links.ts';
import type { Filter } from './inbox.ts';

/** So many messages are read before the index of words is asked. */
const LOOK_THROUGH = 1000;

export type Condition = [sql: string, values: unknown[]];

export interface Search {
  /** A tsquery; null for any words. */
  words: Condition | null;
  received: Condition;
}

export const EVERYTHING: Search = { words: null, received: ['true', []] };

export const both = ([a, as]: Condition, [b, bs]: Condition): Condition => [`${a} and ${b}`, [...as, ...bs]];

/** By the fields of the form. */
export type FilterErrors = Partial<Record<keyof Filter, string>>;

export function readSearch({ q, service, from, to }: Filter): { search: Search; errors: FilterErrors } {
  const days = typedDays(from, to);
  const errors: FilterErrors = days.errors;
  if (service && !serviceTypes.some((type) => type === service)) errors.service = 'Please choose from the list';
  const since: Condition = days.since === null ? ['true', []] : ['created_at >= ?::timestamptz', [days.since]];
  const until: Condition = days.until === null ? ['true', []] : ['created_at < ?::timestamptz', [days.until]];
  const words = q || service ? queryOf(q ?? '', service ?? null) : null;
  return { search: { words, received: both(since, until) }, errors };
}

const PHONE = /\+?\p{Nd}[\p{Nd}\s().-]{5,}\p{Nd}/gu;

/** The words as typed, and phone numbers also in the notation of the index. */
function queryOf(q: string, service: string | null): Condition {
  const found = q.replace(PHONE, (typed) => {
    const digits = asciiDigits(typed).replace(/\D/g, '').slice(-10);
    const isLocal = digits.length < 10 || digits.startsWith('868');
    return digits.length < 7 ? typed : isLocal ? digits.slice(-7) : digits;
  });
  return found === q
    ? ['query_of(?, ?)', [q, service]]
    : ['(query_of(?, ?) || query_of(?, ?))', [q, service, found, service]];
}

interface Wanted {
  columns: string;
  /** Conditions that exclude one another, each with an index in this order. */
  where: Condition[];
  order: string;
  limit: number;
  /** For counting, any order will do. */
  isCount?: boolean;
}

/**
 * Finds the first messages in an order, in one snapshot. Common words are found by reading the first messages; rare ones by
 * the index, which would gather every message for a common word.
 */
export async function searchMessages<Row>(
  em: EntityManager,
  { words, received }: Search,
  { columns, where, order, limit, isCount }: Wanted,
): Promise<Row[]> {
  const conditions = where.map((each) => both(each, received));
  const values = conditions.flatMap(([, its]) => its);
  const first = (count: number) =>
    conditions
      .map(([sql]) => `(select * from messages where ${sql} order by ${order} limit ${count})`)
      .join(' union all ');
  // SQL: full-text search in the only order that is quick.
  if (!words)
    return em.execute<Row[]>(`select ${columns} from (${first(limit)}) as m order by ${order} limit ?`, [
      ...values,
      limit,
    ]);
  const [query, terms] = words;
  const lookThrough = Math.max(LOOK_THROUGH, 2 * limit);
  // SQL: the full-text index.
  const rows = await em.execute<Row[]>(
    `select ${columns} from (${first(lookThrough)}) as m
     where exists (select from message_search where message_id = m.id and words @@ ${query})
     order by ${order} limit ?`,
    [...values, ...terms, limit],
  );
  if (rows.length === limit) return rows;
  // If there were no more messages to read, all are found; the index would also gather those outside the conditions.
  const [seen] = await em.execute<{ n: number }[]>(
    `select count(*)::int as n from (${first(lookThrough)}) as m`,
    values,
  );
  if (seen!.n < lookThrough) return rows;
  // Fetches each message by its id: the planner might join by reading all messages.
  return em.execute<Row[]>(
    `select ${columns} from (select message_id from message_search where words @@ ${query} offset 0) found
     join lateral (select * from messages where id = message_id offset 0) m on true
     where ${conditions.map(([sql]) => `(${sql})`).join(' or ')} ${isCount ? '' : `order by ${order}`} limit ?`,
    [...terms, ...values, limit],
  );
}
