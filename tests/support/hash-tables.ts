import type { TestDatabase } from './test-postgres.ts';

/** A hash of the rows of each table. The time at which a session was used does not count. */
export async function hashTables(sql: TestDatabase['sql']): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'missing_paths'`,
  );
  const prints = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(row::text, '|' order by row::text)) as print
       from (select to_jsonb(t) - 'last_used_at' as row from "${name}" t) rows`,
  );
  const rows = await sql<{ name: string; print: string }>(prints.join(' union all '));
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}
