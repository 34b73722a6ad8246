import { expect, vi } from 'vitest';
import type { TestDatabase } from './test-postgres.ts';

/** Sends replies at once, so that tests need not wait until a reply can no longer be taken back. */
export const sendRepliesAtOnce = (sql: TestDatabase['sql']) =>
  sql(`create function goes_now() returns trigger language plpgsql as
         'begin new.goes_at = now(); return new; end';
       create trigger replies_go_now before update of goes_at on replies for each row
         when (new.goes_at is not null) execute function goes_now();`);

export const tryMailsNow = (sql: TestDatabase['sql']) =>
  sql("update graphile_worker._private_jobs set run_at = now(); select pg_notify('jobs:insert', '')");

/** Drops waiting mails and waits for those that are being sent: they would arrive during the next test. */
export const endMails = (sql: TestDatabase['sql']) =>
  vi.waitFor(async () => {
    await sql('delete from graphile_worker._private_jobs where locked_at is null');
    expect(await sql('select 1 from graphile_worker._private_jobs')).toEqual([]);
  }, 20_000);
