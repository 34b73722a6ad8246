import type { TestDatabase } from './test-postgres.ts';

/**
 * A fingerprint of the rows of each table; that a session was used is no change.
 * @param besides more tables that the product writes to by itself meanwhile
 */
export async function tablePrints(sql: TestDatabase['sql'], besides: string[] = []): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1)`,
    [['missing_paths', ...besides]],
  );
  const prints = tables.map(async ({ name }) => {
    const [row] = await sql<{ print: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(row::text, '|' order by row::text)), '') as print
       from (select to_jsonb(t) - 'last_used_at' as row from "${name}" t) rows`,
    );
    return [name, row!.print] as const;
  });
  return Object.fromEntries(await Promise.all(prints));
}
