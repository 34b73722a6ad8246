import type { EntityManager } from '#db/orm.ts';
import {
  preferredContactLabel,
  preferredContactOptions,
  serviceTypeLabel,
  serviceTypeOptions,
} from '../contact/enquiry-options.ts';

const BATCH = 200; // messages read at a time: their text stays below 64 KiB, which the driver takes in one piece
const ZONE = 'America/Port_of_Spain';
const HEADER = ['Name', 'Email', 'Subject', 'Message', 'Service Type', 'Preferred Contact', 'Date'];
const BOM = '\uFEFF'; // without it spreadsheets take UTF-8 for something else

/** A place among all messages, newest first. */
interface Place {
  time: string;
  id: number;
}
type Batch = Place & { n: number; lines: string };

/** The file's name, after today's date in Trinidad & Tobago. */
export function exportFileName(now = new Date()): string {
  return `messages-${new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' }).format(now)}.csv`;
}

/**
 * All messages as CSV, newest first, in pieces of a batch each. A batch starts at the place where the last one ended,
 * which does not depend on whether a message is read: marking while this runs makes none come twice.
 */
export async function* exportMessages(em: EntityManager): AsyncGenerator<string> {
  let batch = await readBatch(em, null);
  yield `${BOM}${HEADER.map((name) => `"${name}"`).join(',')}\r\n${batch.lines}`;
  while (batch.n === BATCH) {
    batch = await readBatch(em, batch);
    if (batch.n) yield batch.lines;
  }
}

// The database writes the lines: as objects in this process, half a million messages would fill its memory with
// garbage faster than it is collected.

/** Every cell is quoted; one that a spreadsheet would run as a formula gets an apostrophe in front. */
const cell = (text: string) =>
  `'"' || case when left(${text}, 1) in ('=', '+', '-', '@', E'\\t', E'\\r') then '''' else '' end ||
     replace(${text}, '"', '""') || '"'`;

const label = (column: string, options: readonly { value: string; label: string }[], absent: string) =>
  `case ${column} ${options.map(({ value, label }) => `when '${value}' then '${label}'`).join(' ')} else '${absent}' end`;

const line = [
  'name',
  'email',
  'subject',
  `replace(replace(replace(message, E'\\r\\n', ' '), E'\\n', ' '), E'\\r', ' ')`,
  label('service_type', serviceTypeOptions, serviceTypeLabel(null)),
  label('preferred_contact', preferredContactOptions, preferredContactLabel(null)),
  `to_char(created_at at time zone '${ZONE}', 'YYYY-MM-DD HH24:MI')`,
]
  .map(cell)
  .join(` || ',' || `);

// The inbox index holds read and unread messages apart; the database merges the two sorted halves.
async function readBatch(em: EntityManager, last: Place | null): Promise<Batch> {
  const half = (isRead: boolean) => `(select * from messages where is_read = ${isRead}
    ${last ? 'and (created_at, id) < (?::timestamptz, ?)' : ''} order by created_at desc, id desc limit ${BATCH})`;
  const place = last ? [last.time, last.id] : [];
  const [batch] = await em.execute<Batch[]>(
    `with batch as (
       select created_at, id, ${line} || E'\\r\\n' as line
       from (${half(false)} union all ${half(true)}) as m order by created_at desc, id desc limit ${BATCH}
     ), last as (select created_at::text as time, id from batch order by created_at, id limit 1)
     select count(*)::int as n, coalesce(string_agg(line, '' order by created_at desc, id desc), '') as lines,
       (select time from last) as time, (select id from last) as id from batch`,
    [...place, ...place],
  );
  return batch!;
}
