import { randomBytes } from 'node:crypto';
import type { TestDatabase } from './test-postgres.ts';

type Row = Record<string, unknown>;

/** Values of a row that a test does not give. */
const usual = {
  messages: () => ({ name: 'Ann Lee', email: 'ann@example.com', subject: 'Crane', message: 'We need a lift plan' }),
  notifications: () => ({ payload: {}, state: 'waiting' }),
  services: () => ({ title: 'Lifting', content: 'Text', display_order: 1 }),
  pdf_documents: () => ({
    title: 'Profile',
    description: 'For all',
    file_path: `${randomBytes(4).toString('hex')}.pdf`,
    size_bytes: 2048,
    sha256: randomBytes(32).toString('hex'),
  }),
  projects: () => ({
    ...{ title: 'Tandem lift', slug: randomBytes(4).toString('hex'), place: 'Point Lisas', sector: 'Petrochemical' },
    ...{ month: '2026-05', content: 'Two cranes.', figures: 'Load: 48 t', status: 'published', display_order: 1 },
  }),
  page_content: () => ({ page_name: 'about', content_type: 'text', display_order: 0 }),
} satisfies Record<string, () => Row>;

/**
 * Inserts rows in one statement.
 * @param rows the columns that differ from `usual`, the same ones in each row; or a number of rows
 * @param row makes the columns of row number `i`, which counts from 1
 * @returns their ids; for notifications the ids of their messages
 */
export async function add(
  sql: TestDatabase['sql'],
  table: keyof typeof usual,
  rows: Row[] | number = [{}],
  row: (i: number) => Row = () => ({}),
): Promise<number[]> {
  const key = table === 'notifications' ? 'message_id' : 'id';
  const given = typeof rows === 'number' ? makeRows(rows, row) : rows;
  const whole: Row[] = given.map((special) => ({ ...usual[table](), ...special }));
  const columns = Object.keys(whole[0]!).join(', ');
  const added = await sql<Record<string, number>>(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1) returning ${key}`,
    [JSON.stringify(whole)],
  );
  return added.map((each) => each[key]!);
}

/** Records what somebody did about an enquiry, as the product does, with a note or for its last reply. */
export const recordAct = (sql: TestDatabase['sql'], id: number, act: string, who: string, note: string | null = null) =>
  sql(
    `with told as (
       insert into activities (kind, act, who, what, noun, noun_id)
       select 'enquiries', $2, $3, 'Did something about ' || reference, 'messages', id from messages where id = $1
       returning id, noun_id
     ), noted as (
       insert into notes (activity_id, message_id, text) select id, noun_id, $4 from told where $4::text is not null
     ) update replies set activity_id = told.id from told where message_id = noun_id and activity_id is null and $2 = 'reply'`,
    [id, act, who, note],
  );

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Empties these tables, the tables that refer to them and the activity log, and restarts their ids at 1. It never waits
 * long while it holds a lock: a job of the product may hold the next one and wait for this one.
 */
export async function emptyTables(sql: TestDatabase['sql'], ...tables: ('messages' | 'activities')[]): Promise<void> {
  for (;;) {
    try {
      await sql(`set local lock_timeout = '50ms';
        truncate ${tables.join(', ')}, activities restart identity cascade`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
}

/** Makes rows from their numbers, which count from 1. */
export const makeRows = (count: number, row: (i: number) => Row): Row[] =>
  Array.from({ length: count }, (_, i) => row(i + 1));

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const ago = (ms: number): Date => new Date(Date.now() - ms);
