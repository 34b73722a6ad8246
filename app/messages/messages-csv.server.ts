import type { EntityManager } from '#db/orm.ts';
import { preferredContactLabel, serviceTypeLabel } from '../contact/enquiry-options.ts';

const BATCH = 1000; // rows held at a time
const ZONE = 'America/Port_of_Spain';
const HEADER = ['Name', 'Email', 'Subject', 'Message', 'Service Type', 'Preferred Contact', 'Date'];
const BOM = '\uFEFF'; // without it spreadsheets take UTF-8 for something else

interface ExportRow {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
  serviceType: string | null;
  preferredContact: string | null;
  date: string;
  place: string;
}

/** The file's name, after today's date in Trinidad & Tobago. */
export function exportFileName(now = new Date()): string {
  return `messages-${new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' }).format(now)}.csv`;
}

/**
 * All messages as CSV, newest first, a batch of rows at a time. Each batch starts at the place where the last one
 * ended, which does not depend on whether a message is read: marking while this runs makes no row come twice.
 */
export async function* exportMessages(em: EntityManager): AsyncGenerator<string> {
  let batch = await readBatch(em, null);
  yield BOM + line(HEADER) + batch.map(lineOf).join('');
  while (batch.length === BATCH) {
    batch = await readBatch(em, batch.at(-1)!);
    if (batch.length) yield batch.map(lineOf).join('');
  }
}

const lineOf = (row: ExportRow) =>
  line([
    row.name,
    row.email,
    row.subject,
    row.message.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, ' '),
    serviceTypeLabel(row.serviceType),
    preferredContactLabel(row.preferredContact),
    row.date,
  ]);

const line = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

/** Every cell is quoted; one that a spreadsheet would run as a formula gets an apostrophe in front. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}

// The inbox index serves read and unread messages apart; the database merges the two sorted halves.
async function readBatch(em: EntityManager, last: ExportRow | null): Promise<ExportRow[]> {
  const half = (isRead: boolean) => `(select * from messages where is_read = ${isRead}
    ${last ? 'and (created_at, id) < (?::timestamptz, ?)' : ''} order by created_at desc, id desc limit ${BATCH})`;
  const place = last ? [last.place, last.id] : [];
  return em.execute<ExportRow[]>(
    `select id, name, email, subject, message, service_type as "serviceType", preferred_contact as "preferredContact",
       to_char(created_at at time zone '${ZONE}', 'YYYY-MM-DD HH24:MI') as date, created_at::text as place
     from (${half(false)} union all ${half(true)}) as m order by created_at desc, id desc limit ${BATCH}`,
    [...place, ...place],
  );
}
