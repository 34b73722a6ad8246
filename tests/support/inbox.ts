import { expect } from 'vitest';
import { paths } from '#app/paths.ts';
import type { StaffClient } from './staff-client.ts';
import type { TestDatabase } from './test-postgres.ts';

/** The inbox as an admin works in it, and what the database then says. */
export function inboxOf(sql: TestDatabase['sql'], admin: () => StaffClient) {
  const one = async (id = 1) => (await sql('select * from messages where id = $1', [id]))[0]!;
  const events = async () =>
    sql(
      `select act as kind, who, text from activities left join notes on activity_id = id
       where act is not null and (act <> 'note' or text is not null) order by id`,
    );
  /** What a page says, tags and comments left out. */
  const textOf = async (path: string) =>
    (await (await admin().get(path)).text()).replace(/<script.*?<\/script>|<!-- -->/gs, '').replace(/<[^>]*>/g, ' ');
  const done = async (id: number, fields: Record<string, string>) => {
    const answer = await admin().post(paths.admin.message(id), new URLSearchParams(fields));
    expect(answer.status).toBe(303);
  };
  return { done, events, one, textOf };
}
