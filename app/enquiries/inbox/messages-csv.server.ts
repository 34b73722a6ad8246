import { stringify } from 'csv-stringify/sync';
import { columnOf, type EntityManager } from '#db/orm.ts';
import type { Folder, MessageParts } from '#db/entities/message.ts';
import { ANSWER_MS } from '../reminders/answer-clock.ts';
import { partLabels, parts, partText } from '../receive/enquiry-parts.ts';
import { localStamp } from '../../time/dates.ts';
import { tables } from '../actions.ts';
import { listTables, type View } from './inbox.ts';
import { milliseconds, WAITS } from '../message-tables.server.ts';
import type { StoredRow } from './messages.server.ts';
import { searchMessages, type Search } from './search.server.ts';

const BATCH = 200; // messages read at a time: their text mostly stays below 64 KiB, which the driver reads in one piece

type Exported = MessageParts &
  Pick<StoredRow, 'id' | 'reference' | 'createdMs' | 'waitsMs' | 'answeredMs' | 'answeredBy' | 'laterMs'> &
  Record<'phone' | 'company' | 'notes', string | null> & { placeMs: number; folder: Folder };

const formatStamp = (ms: number | null) => (ms === null ? '' : localStamp(new Date(ms)));
const oneLine = (text: string | null) => (text ?? '').replace(/\r\n?|\n/g, ' ');

const states: Record<Folder, string> = { inbox: 'Waiting', spam: 'Suspected spam', trash: 'Trash' };

/** The extra columns of an export with all details. */
const details: Record<string, (row: Exported) => string> = {
  Reference: (row) => row.reference,
  Phone: (row) => row.phone ?? '',
  Company: (row) => row.company ?? '',
  State: (row) => {
    if (row.folder !== 'inbox') return states[row.folder];
    if (row.laterMs !== null) return `Later until ${formatStamp(row.laterMs)}`;
    return row.answeredMs === null ? states.inbox : 'Answered';
  },
  Due: (row) => (row.answeredMs === null ? formatStamp(row.waitsMs + ANSWER_MS) : ''),
  'Answered at': (row) => formatStamp(row.answeredMs),
  'Answered by': (row) => row.answeredBy ?? '',
  Notes: (row) => oneLine(row.notes),
};
const payloadSql = (name: string) => `(select payload->>'${name}' from notifications n where n.message_id = m.id)`;
const DETAILS = `, m.reference, m.folder, m.answered_by as "answeredBy", ${milliseconds('answered_at')} as "answeredMs", ${milliseconds('later_until')} as "laterMs",
  ${payloadSql('phoneNumber')} as phone, ${payloadSql('companyName')} as company,
  (select string_agg(coalesce(initcap(contact) || ': ', '') || text, ' | ' order by activity_id) from notes where message_id = m.id) as notes`;

export interface Export {
  view: View;
  /** The account that asks. */
  me: number;
  search: Search;
  isWhole: boolean;
}

/** With today's date in Trinidad & Tobago. */
export const exportFileName = (now = new Date()): string => `messages-${localStamp(now).slice(0, 10)}.csv`;

/** Each batch starts at the last row of the one before, so no message comes twice even if some are marked meanwhile. */
export async function* exportMessages(em: EntityManager, what: Export): AsyncGenerator<string> {
  const more = what.isWhole ? Object.entries(details) : [];
  const headers = [...Object.values(partLabels), 'Date', ...more.map(([name]) => name)];
  const makeCells = (row: Exported) => [
    ...parts.map((part) => partText({ ...row, message: oneLine(row.message) }, part)),
    formatStamp(row.createdMs),
    ...more.map(([, cell]) => cell(row)),
  ];
  const lines = (rows: Exported[]) => rows.map((row) => makeCells(row).map(escapeFormulas));
  let batch = await readBatch(em, what, null);
  // Without a byte order mark spreadsheets do not read UTF-8.
  yield formatCsv([headers, ...lines(batch)], true);
  while (batch.length === BATCH) {
    batch = await readBatch(em, what, batch.at(-1)!);
    if (batch.length) yield formatCsv(lines(batch));
  }
}

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula. The library does so at the start of a cell,
 * this wherever a program that separates by `;` or tab, and ignores our quotes, sees the start of a cell.
 */
const escapeFormulas = (text: string) =>
  // The sign is optional so that the expression reads each run only once: a message may be one run of tabs.
  text.replace(/([;"\s]+)([=+\-@＝＋－＠])?/g, (all, run: string, sign: string | undefined, at: number) => {
    const beginsCell = /;/.test(run) || /[\t\r\n]/.test(at ? run : run.slice(1));
    return sign && beginsCell ? `${run}'${sign}` : all;
  });

const formatCsv = (rows: string[][], bom = false): string =>
  stringify(rows, { bom, quoted: true, quoted_empty: true, record_delimiter: 'windows', escape_formulas: true });

// SQL: does not make half a million rows into entities. One statement reads all tables, so that a message marked
// meanwhile is in one of them.
const readBatch = (em: EntityManager, { view, me, search, isWhole }: Export, last: Exported | null) =>
  searchMessages<Exported>(em, search, {
    columns: `m.id, ${milliseconds('created_at')} as "createdMs", ${milliseconds(WAITS)} as "waitsMs",
      ${parts.map((part) => `m.${columnOf(part)} as "${part}"`).join(', ')}${isWhole ? DETAILS : ''}`,
    tables: listTables(view),
    me,
    isUpwards: tables[listTables(view)[0]!].isOldestFirst ?? false,
    after: last && { ms: last.placeMs, id: last.id },
    limit: BATCH,
  });
