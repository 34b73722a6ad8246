import { serviceTypes } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { typedDays } from '../../time/dates.ts';
import { asciiDigits } from '../../ui/contact-links.ts';
import { findCondition, milliseconds, sources } from '../message-tables.server.ts';
import type { Filter, TableName } from './inbox.ts';

/** How many messages are read before the word index is used. Spam and trash are swept, so nearly all of theirs are. */
const READ_FIRST = 1000;
const SWEPT_READ_FIRST = 20_000;

type Condition = [sql: string, values: unknown[]];

export interface Search {
  /** A tsquery; null matches everything. */
  words: Condition | null;
  received: Condition;
}

export const EVERYTHING: Search = { words: null, received: ['true', []] };

const both = ([a, as]: Condition, [b, bs]: Condition): Condition => [`${a} and ${b}`, [...as, ...bs]];

export type FilterErrors = Partial<Record<keyof Filter, string>>;

export function readSearch({ q, service, from, to }: Filter): { search: Search; errors: FilterErrors } {
  const days = typedDays(from, to);
  const errors: FilterErrors = days.errors;
  if (service && !serviceTypes.some((type) => type === service)) errors.service = 'Please choose from the list';
  const since: Condition = days.since === null ? ['true', []] : ['created_at >= ?::timestamptz', [days.since]];
  const until: Condition = days.until === null ? ['true', []] : ['created_at < ?::timestamptz', [days.until]];
  const words = q || service ? buildQuery(q ?? '', service ?? null) : null;
  return { search: { words, received: both(since, until) }, errors };
}

const PHONE = /\+?\p{Nd}[\p{Nd}\s().-]{5,}\p{Nd}/gu;

/** Searches for the typed words, and for phone numbers also in the notation of the index. */
function buildQuery(q: string, service: string | null): Condition {
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
  /** No message is in two of them, and one column orders all. */
  tables: readonly TableName[];
  /** The account that asks. */
  me: number;
  isUpwards: boolean;
  /** Only rows after this one, in the order. */
  after?: { ms: number; id: number } | null;
  limit: number;
  /** Whether the rows are only counted, so that their order does not matter. */
  isCount?: boolean;
}

/**
 * Finds the first messages in an order, with the time that orders them as `placeMs`. Common words are found by reading
 * the first messages, rare words by the index, which would collect every message for a common word.
 */
export async function searchMessages<Row>(
  em: EntityManager,
  { words, received }: Search,
  { columns: wanted, tables, me, isUpwards, after, limit, isCount }: Wanted,
): Promise<(Row & { placeMs: number })[]> {
  const { time } = sources[tables[0]!];
  const columns = `${wanted}, ${milliseconds(time)} as "placeMs"`;
  const order = isUpwards ? `${time}, id` : `${time} desc, id desc`;
  // SQL: the index serves a comparison of pairs.
  const place: Condition = after
    ? [`(${time}, id) ${isUpwards ? '>' : '<'} (?::timestamptz, ?)`, [new Date(after.ms).toISOString(), after.id]]
    : ['true', []];
  const conditions = tables.map((table) => both(both(findCondition(table, me), place), received));
  const values = conditions.flatMap(([, its]) => its);
  const isSwept = tables[0] === 'spam' || tables[0] === 'trash';
  // SQL: full-text search.
  const read = <Found>(what: string, most: number, which = '', given: unknown[] = []): Promise<Found[]> => {
    const first = conditions.map(([sql]) => `(select * from messages where ${sql} order by ${order} limit ${most})`);
    return em.execute(`select ${what} from (${first.join(' union all ')}) as m ${which}`, [...values, ...given]);
  };
  const inOrder = `order by ${order} limit ?`;
  if (!words) return read(columns, limit, inOrder, [limit]);
  const [query, terms] = words;
  const readFirst = isSwept ? SWEPT_READ_FIRST : Math.max(READ_FIRST, 2 * limit);
  const has = `where exists (select from message_search where message_id = m.id and words @@ ${query})`;
  const rows = await read<Row & { placeMs: number }>(columns, readFirst, `${has} ${inOrder}`, [...terms, limit]);
  if (rows.length === limit) return rows;
  // If there are no more messages to read, all matches are found, and the index would only be slower.
  const [seen] = await read<{ n: number }>('count(*)::int as n', readFirst);
  if (seen!.n < readFirst) return rows;
  // Fetches each message by its id, because the planner might read all messages for a join.
  return em.execute(
    `select ${columns} from (select message_id from message_search where words @@ ${query} offset 0) found
     join lateral (select * from messages where id = message_id offset 0) m on true
     where ${conditions.map(([sql]) => `(${sql})`).join(' or ')} ${isCount ? 'limit ?' : inOrder}`,
    [...terms, ...values, limit],
  );
}

const SEARCHED = 100_000; // characters of all mails of an enquiry, after normalising, which may make eighteen of one

/** Updates the word index of enquiries with the words of their mails. */
export async function indexWords(tx: EntityManager, messageIds: number[]): Promise<void> {
  // SQL: calls the functions of the search.
  await tx.execute(
    `update message_search s set words = words_of(m, n.payload) || array_to_tsvector(words_in(coalesce(
       (select left(decomposed(left(
          string_agg(concat_ws(' ', email, name, subject, left(text, ${SEARCHED})), ' ' order by created_at desc), ${SEARCHED})), ${SEARCHED})
        from inbound_mails i where i.message_id = m.id and kind <> 'enquiry'), '')))
     from messages m left join notifications n on n.message_id = m.id
     where s.message_id = m.id and m.id = any(?::int[])`,
    [`{${messageIds.join(',')}}`],
  );
}
