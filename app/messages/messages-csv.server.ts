import { stringify } from 'csv-stringify/sync';
import { columnOf, type EntityManager } from '#db/orm.ts';
import type { MessageParts } from '#db/entities/message.ts';
import { partLabels, parts, partText } from '../contact/enquiry-parts.ts';
import { localStamp } from '../ui/dates.ts';

const BATCH = 200; // messages read at a time: their text stays below 64 KiB, which the driver takes in one piece

type Exported = MessageParts & { id: number; ms: number };

const headers = [...Object.values(partLabels), 'Date'];
const cellsOf = (row: Exported) => {
  const enquiry = { ...row, message: row.message.replace(/\r\n?|\n/g, ' ') };
  return [...parts.map((part) => harmless(partText(enquiry, part))), localStamp(new Date(row.ms))];
};

/** The file's name, after today's date in Trinidad & Tobago. */
export function exportFileName(now = new Date()): string {
  return `messages-${localStamp(now).slice(0, 10)}.csv`;
}

/**
 * All messages as CSV, newest first, in pieces of a batch each. A batch starts at the place where the last one ended,
 * which does not depend on whether a message is read: marking while this runs makes none come twice.
 */
export async function* exportMessages(em: EntityManager): AsyncGenerator<string> {
  let batch = await readBatch(em, null);
  // Without the mark of its bytes' order spreadsheets take UTF-8 for something else.
  yield csvOf([headers, ...batch.map(cellsOf)], true);
  while (batch.length === BATCH) {
    batch = await readBatch(em, batch.at(-1)!);
    if (batch.length) yield csvOf(batch.map(cellsOf));
  }
}

/**
 * What a spreadsheet would run as a formula gets an apostrophe in front: at the start of a cell by the library, and here
 * where a cell begins for one that reads `;` or tab as the separator and so knows nothing of our quotes.
 */
const harmless = (text: string) => text.replace(/(;|(?<!^)[\t\r\n])(["\s]*)(?=[=+\-@＝＋－＠])/g, "$1$2'");

const csvOf = (rows: string[][], bom = false): string =>
  stringify(rows, { bom, quoted: true, quoted_empty: true, record_delimiter: 'windows', escape_formulas: true });

// SQL: half a million rows are not made into entities, and the place of a batch is one comparison of pairs.
// The inbox index holds read and unread messages apart; the database merges the two sorted halves.
function readBatch(em: EntityManager, last: Exported | null): Promise<Exported[]> {
  const half = (isRead: boolean) => `(select * from messages where is_read = ${isRead}
    ${last ? 'and (created_at, id) < (?::timestamptz, ?)' : ''} order by created_at desc, id desc limit ${BATCH})`;
  const place = last ? [new Date(last.ms), last.id] : [];
  return em.execute<Exported[]>(
    `select id, (extract(epoch from created_at) * 1000)::float8 as ms,
       ${parts.map((part) => `${columnOf(part)} as "${part}"`).join(', ')}
     from (${half(false)} union all ${half(true)}) as m order by created_at desc, id desc limit ${BATCH}`,
    [...place, ...place],
  );
}
