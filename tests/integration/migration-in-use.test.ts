import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { migrate, openOrm } from '#db/orm.ts';
import { queryOnce } from '../support/test-postgres.ts';

/** The last migration before enquiries had references. */
const BEFORE_REFERENCES = '20261125-optional-contacts';
const postgres = inject('postgres');
const database = 'before_references';
const connection = { ...postgres, database };
afterAll(() => queryOnce(postgres, `drop database if exists ${database} with (force)`));

it('a migration lets enquiries come in while somebody reads for a long time, and gives them what the others get', async () => {
  await queryOnce(postgres, `create database ${database}`);
  const orm = await openOrm(connection);
  await orm.migrator.up({ to: BEFORE_REFERENCES });
  await orm.close(true);
  const [reader, writer] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([reader.connect(), writer.connect()]);
  const insert = async () => {
    const start = performance.now();
    await writer.query(`with saved as (
      insert into messages (name, email, subject, message) values ('Ann', 'ann@example.com', 'Crane', 'A lift') returning id
    ) insert into notifications (message_id, payload) select id, '{"companyName": "Lifters"}' from saved`);
    return performance.now() - start;
  };
  await insert();
  await reader.query('begin');
  await reader.query('select * from messages'); // like a slow backup
  let isDone = false;
  const migrated = migrate(connection).finally(() => (isDone = true));
  const waits: number[] = [];
  for (let n = 0; n < 20; n++) {
    waits.push(await insert());
    await sleep(50);
  }
  expect(isDone).toBe(false);
  await reader.query('commit');
  while (!isDone) {
    waits.push(await insert());
    await sleep(10);
  }
  await migrated;
  const { rows } = await writer.query(`select count(*)::int as all, count(distinct reference)::int as references,
    count(*) filter (where s.words = words_of(m, n.payload))::int as words
    from messages m join notifications n on n.message_id = m.id left join message_search s on s.message_id = m.id`);
  const all = waits.length + 1;
  expect(rows).toEqual([{ all, references: all, words: all }]);
  expect(Math.max(...waits)).toBeLessThan(1500); // normally a third of a second
  await Promise.all([reader.end(), writer.end()]);
});
