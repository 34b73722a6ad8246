import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import pg from 'pg';
import type { Connection } from './connection.ts';
import { unbounded } from './orm.ts';
import { PrimaryClient } from './primary-client.ts';

/** Temporary data, and data that triggers rebuild. A backup leaves these tables out, a restore empties them. */
const temporaryTables = [
  ...['sessions', 'unsaved_texts', 'kept_forms', 'rate_limits', 'backups'],
  ...['message_counts', 'message_search'],
];
const excludedTables = [...temporaryTables, 'mikro_orm_migrations'];

/** A table's columns and its rows in the text format of COPY. */
export interface TableData {
  columns: string[];
  rows: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** The last id of each counter, by `table.column`. */
export type Counters = Record<string, number>;

/**
 * Reads every table in one transaction, so that an enquiry and its notification are both in the backup or neither.
 * @param each gets a table's name, its columns and its rows in COPY text format, and must read the rows
 * @param signal ends the reading, also while the database is silent
 * @returns the counters, which also count deleted rows
 */
export async function readTables(
  connection: Connection,
  each: (table: string, columns: string[], rows: Readable) => Promise<void>,
  signal?: AbortSignal,
): Promise<Counters> {
  const read = async (client: pg.Client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const last: Counters = {};
    for (const table of await listTables(client)) {
      const columns = await listColumns(client, table);
      const rows = client.query(copyTo(`copy ${quote(table)} (${quote(...columns)}) to stdout`));
      rows.on('error', () => {}); // the reader of the rows gets the error
      await each(table, columns, rows);
      for (const { name, sequence } of await listCounters(client, table)) {
        const { rows } = await client.query<{ last: string | null }>('select pg_sequence_last_value($1) as last', [
          sequence,
        ]);
        last[`${table}.${name}`] = Number(rows[0]!.last ?? 0);
      }
    }
    await client.query('commit');
    return last;
  };
  return withClient(connection, read, signal);
}

/** Whether a restore would replace something: starting content, which each start of a server adds, or an account. */
export async function holdsData(connection: Connection): Promise<boolean> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from site_status) or exists (select from messages) or exists (select from accounts) as used',
    );
    return rows[0]!.used;
  });
}

/**
 * Replaces all tables by those of a backup, in one transaction. A table that an older backup does not hold ends up empty.
 * @param last the backup's counters; undefined for an older backup
 */
export async function writeTables(
  connection: Connection,
  backup: ReadonlyMap<string, TableData>,
  last: Counters | undefined,
): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin');
    const tables = await listTables(client);
    const stranger = [...backup.keys()].find((table) => !tables.includes(table));
    if (stranger) throw new Error(`the backup is of a newer version: the table ${stranger} is unknown here`);
    await client.query(`truncate ${quote(...tables, ...temporaryTables)} restart identity cascade`);
    for (const table of tables) {
      const { columns, rows } = backup.get(table) ?? {};
      if (!columns || !rows) continue;
      const known = await listColumns(client, table);
      const unknown = columns.find((column) => !known.includes(column));
      if (unknown) throw new Error(`the backup is of a newer version: ${table}.${unknown} is unknown here`);
      const into = copyFrom(`copy ${quote(table)} (${quote(...columns)}) from stdin`);
      await pipeline(rows, client.query(into));
      // Now, because triggers of later tables turn data of older versions into new rows, which need numbers.
      await setCounters(client, table, (counter) => last?.[counter] ?? 0);
    }
    // An older backup has no counters, but it mentions ids of deleted rows, which must not be reused.
    const told = last ? 0 : await findHighestMentionedId(client);
    if (told) for (const table of backup.keys()) await setCounters(client, table, () => told);
    await client.query('commit');
  });
}

/** Makes a table's counters continue after its rows and after the last known number of each counter. */
async function setCounters(client: pg.Client, table: string, told: (counter: string) => number): Promise<void> {
  for (const { name, sequence } of await listCounters(client, table))
    await client.query(
      `select setval($1, greatest($2::bigint, (select max(${quote(name)}) from ${quote(table)})) + 1, false)`,
      [sequence, told(`${table}.${name}`)],
    );
}

/** The numbered columns of a table, each with its counter. */
async function listCounters(client: pg.Client, table: string): Promise<{ name: string; sequence: string }[]> {
  const { rows } = await client.query<{ name: string; sequence: string }>(
    `select attname as name, pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null`,
    [quote(table)],
  );
  return rows;
}

/** The highest id that trash, history and activities mention, because they also name deleted rows. */
async function findHighestMentionedId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ told: number }>(
    `select coalesce(greatest((select max(item_id) from trash), (select max(item_id) from revisions),
       (select max(noun_id) from activities)), 0) as told`,
  );
  return rows[0]!.told;
}

/** All tables of the backup. Each follows the tables that it refers to. */
async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; parents: string[] }>(
    `select relname as name, array(
       select parent.relname::text from pg_constraint join pg_class parent on parent.oid = confrelid
       where conrelid = t.oid and contype = 'f' and confrelid <> t.oid) as parents
     from pg_class t where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all ($1)
     order by relname`,
    [excludedTables],
  );
  const sorted: string[] = [];
  while (sorted.length < rows.length) {
    const next = rows.find(
      ({ name, parents }) => !sorted.includes(name) && parents.every((parent) => sorted.includes(parent)),
    );
    if (!next)
      throw new Error('tables that refer to each other in a circle, or to one left out, have no place in a backup');
    sorted.push(next.name);
  }
  return sorted;
}

async function listColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quote(table)],
  );
  return rows.map(({ name }) => name);
}

const quote = (...names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ');

async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = new PrimaryClient({ ...connection, ...unbounded });
  client.on('error', () => {}); // the running query fails then
  await client.connect();
  signal?.addEventListener('abort', () => client.hangUp());
  try {
    signal?.throwIfAborted();
    const done = await work(client);
    await client.end();
    return done;
  } catch (error) {
    client.hangUp(); // unread rows would keep it from ending
    throw error;
  }
}
