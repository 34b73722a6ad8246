import { expect, it } from 'vitest';
import type { Watcher } from '#db/embedded-watch.ts';
import { databaseNews, hasDatabaseEnded, keepDatabaseUp } from '#app/http/database-keeper.server.ts';

it('says that the database has ended, and afterwards that it did', () => {
  let watcher: Watcher;
  keepDatabaseUp({ keepUp: (given: Watcher) => (watcher = given) } as never);
  expect([hasDatabaseEnded(), databaseNews()]).toEqual([false, null]);
  watcher!.onEnd('SIGKILL');
  expect(hasDatabaseEnded()).toBe(true);
  watcher!.onStart();
  expect(hasDatabaseEnded()).toBe(false);
  expect(databaseNews()).toMatch(/^The database ended by itself and was started again on /);
});
