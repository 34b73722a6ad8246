import { expect } from 'vitest';
import { paths } from '#app/paths.ts';
import type { TestDatabase } from './test-postgres.ts';
import { textOf } from './expect-page.ts';
import type { Visitor } from './visitor.ts';

export function inboxAs(sql: TestDatabase['sql'], admin: () => Visitor) {
  const readRow = (id = 1) => sql.row('select * from messages where id = $1', [id]);
  const listActs = async () =>
    sql(
      `select act as kind, who, text from activities left join notes on activity_id = id
       where act is not null and (act <> 'note' or text is not null) order by id`,
    );
  const submit = async (id: number, fields: Record<string, string>) =>
    expect((await admin().post(paths.admin.message(id), fields)).status).toBe(303);
  return { submit, listActs, readRow, textOf: (path: string) => textOf(admin().get(path)) };
}
