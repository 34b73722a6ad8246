import pg from 'pg';
import { expect } from 'vitest';
import type { TestDatabase } from './test-postgres.ts';

/** Begins a backup, and runs `work` while it waits for the table of messages. @returns the promise of `begin` */
export async function midBackup<T>(database: TestDatabase, begin: () => Promise<T>, work: () => unknown): Promise<T> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    await client.query('begin; lock table messages in access exclusive mode');
    const begun = begin();
    // Jobs of the site may wait for the table as well.
    const waiting = `select 1 from pg_locks join pg_stat_activity using (pid)
      where not granted and relation = 'messages'::regclass and query ilike 'copy %'`;
    await expect.poll(() => database.sql(waiting), { timeout: 10_000 }).toHaveLength(1);
    await work();
    return begun;
  } finally {
    await client.end();
  }
}
