import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import pg from 'pg';
import type { Connection } from './connection.ts';

/** The tables of a backup, each after those it refers to. Sessions and rate limits are of the moment and left out. */
export const backupTables = [
  'accounts',
  'users',
  'site_status',
  'services',
  'pdf_documents',
  'page_content',
  'messages',
  'notifications',
] as const;

/**
 * Reads every table as one moment saw them: one transaction, so that an enquiry and its notification are both in the
 * backup or neither.
 * @param each is given a table's name, its columns and its rows in COPY text format, and must read the rows
 */
export async function readTables(
  connection: Connection,
  each: (table: string, columns: string[], rows: Readable) => Promise<void>,
): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    for (const table of backupTables) {
      const columns = await columnsOf(client, table);
      await each(table, columns, client.query(copyTo(`copy ${table} (${quoted(columns)}) to stdout`)));
    }
    await client.query('commit');
  });
}

/** Whether a restore would replace something: starting content, which any start of a server puts in, or an account. */
export async function holdsData(connection: Connection): Promise<boolean> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from site_status) or exists (select from messages) or exists (select from accounts) as used',
    );
    return rows[0]!.used;
  });
}

/**
 * Puts the tables of a backup in place of what is there, in one transaction: all of it or nothing.
 * @param tables name, columns and rows, in the order of `backupTables`
 */
export async function writeTables(
  connection: Connection,
  tables: AsyncIterable<{ table: string; columns: string[]; rows: Buffer }>,
): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin');
    await client.query(`truncate ${backupTables.join(', ')}, sessions, rate_limits restart identity cascade`);
    for await (const { table, columns, rows } of tables) {
      if (!backupTables.some((name) => name === table)) throw new Error(`the backup holds an unknown table, ${table}`);
      const known = await columnsOf(client, table);
      const unknown = columns.find((column) => !known.includes(column));
      if (unknown) throw new Error(`the backup is of a newer version: ${table}.${unknown} is unknown here`);
      await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${table} (${quoted(columns)}) from stdin`)));
    }
    for (const table of backupTables) {
      const [sequence] = (
        await client.query<{ name: string | null }>(`select pg_get_serial_sequence($1, 'id') as name`, [table])
      ).rows;
      if (sequence?.name)
        await client.query(`select setval($1, coalesce((select max(id) from ${table}), 0) + 1, false)`, [
          sequence.name,
        ]);
    }
    await client.query('commit');
  });
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const quoted = (columns: string[]) => columns.map((column) => `"${column}"`).join(', ');

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on('error', () => {}); // the query in flight says it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
