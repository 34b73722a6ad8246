import { expect } from 'vitest';
import { forTest } from './for-test.ts';
import { begin as beginWith, type TestDatabase } from './test-postgres.ts';

/** Begins a backup, and runs `work` while it waits for the table of messages. @returns the promise of `begin` */
export async function midBackup<T>(database: TestDatabase, begin: () => Promise<T>, work: () => unknown): Promise<T> {
  const held = forTest(await beginWith(database.connection, 'lock table messages in access exclusive mode'));
  const begun = begin();
  // Jobs of the site may wait for the table as well.
  const waiting = `select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and relation = 'messages'::regclass and query ilike 'copy %'`;
  await expect.poll(() => database.sql(waiting), { timeout: 10_000 }).toHaveLength(1);
  await work();
  await held.stop();
  return begun;
}
