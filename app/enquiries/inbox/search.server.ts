import { serviceTypes } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { typedDays } from '../../time/dates.ts';
import { asciiDigits } from '../../ui/contact-links.ts';
import type { Filter } from './inbox.ts';

/** How many of the first messages are looked through one by one before the index of words is asked: at least so many. */
const LOOK_THROUGH = 1000;

/** A condition of SQL with its values. */
export type Condition = [sql: string, values: unknown[]];

/** What is searched for, as the database understands it. */
export interface Search {
  /** A tsquery in text; null for any words. */
  words: Condition | null;
  /** When it came. */
  received: Condition;
}

export const EVERYTHING: Search = { words: null, received: ['true', []] };

export const both = ([a, as]: Condition, [b, bs]: Condition): Condition => [`${a} and ${b}`, [...as, ...bs]];

/** What cannot be searched for, by the fields of the form. */
export type FilterErrors = Partial<Record<keyof Filter, string>>;

/** Understands what the form of the inbox asks for. */
export function searchOf({ q, service, from, to }: Filter): { search: Search; errors: FilterErrors } {
  const days = typedDays(from, to);
  const errors: FilterErrors = days.errors;
  if (service && !serviceTypes.some((type) => type === service)) errors.service = 'Please choose from the list';
  const since: Condition = days.since === null ? ['true', []] : ['created_at >= ?::timestamptz', [days.since]];
  const until: Condition = days.until === null ? ['true', []] : ['created_at < ?::timestamptz', [days.until]];
  const words = q || service ? queryOf(q ?? '', service ?? null) : null;
  return { search: { words, received: both(since, until) }, errors };
}

const PHONE = /\+?\p{Nd}[\p{Nd}\s().-]{5,}\p{Nd}/gu;

/** The words that are looked for: as typed, or with a phone in the notation that all are found by. */
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

/** Of the messages, as `m`. */
interface Wanted {
  columns: string;
  /** Which messages: conditions that exclude one another, each with an index in this order. */
  where: Condition[];
  order: string;
  limit: number;
  /** The caller only counts the messages: any of them will do. */
  isCount?: boolean;
}

/**
 * The first messages that a search finds in an order, all from one moment. Common words are found by looking through
 * the first messages of the order; rare ones by asking the index, which is slow for common words as it would gather
 * every message that has them.
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
  // SQL: each half of a full-text search in the only order in which it is quick.
  if (!words)
    return em.execute<Row[]>(`select ${columns} from (${first(limit)}) as m order by ${order} limit ?`, [
      ...values,
      limit,
    ]);
  const [query, terms] = words;
  const lookThrough = Math.max(LOOK_THROUGH, 2 * limit);
  // SQL: the database's index of words.
  const rows = await em.execute<Row[]>(
    `select ${columns} from (${first(lookThrough)}) as m
     where exists (select from message_search where message_id = m.id and words @@ ${query})
     order by ${order} limit ?`,
    [...values, ...terms, limit],
  );
  if (rows.length === limit) return rows;
  // If there were no more messages to look through, all are found; the index would gather those outside the conditions,
  // too.
  const [seen] = await em.execute<{ n: number }[]>(
    `select count(*)::int as n from (${first(lookThrough)}) as m`,
    values,
  );
  if (seen!.n < lookThrough) return rows;
  // Fetches each message by its id: a join of the planner's choice would read all messages.
  return em.execute<Row[]>(
    `select ${columns} from (select message_id from message_search where words @@ ${query} offset 0) found
     join lateral (select * from messages where id = message_id offset 0) m on true
     where ${conditions.map(([sql]) => `(${sql})`).join(' or ')} ${isCount ? '' : `order by ${order}`} limit ?`,
    [...terms, ...values, limit],
  );
}
