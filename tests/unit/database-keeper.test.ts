import { expect, it } from 'vitest';
import type { App } from '#db/app.ts';
import type { Watcher } from '#db/embedded-watch.ts';
import { databaseNews, hasDatabaseEnded, keepDatabaseUp } from '#app/http/database-keeper.server.ts';

it('says that the database has ended, and afterwards that it did', () => {
  const app = { held: new Map() } as unknown as App;
  let watcher: Watcher;
  keepDatabaseUp(app, { keepUp: (given: Watcher) => (watcher = given) } as never);
  expect([hasDatabaseEnded(app), databaseNews(app)]).toEqual([false, null]);
  watcher!.onEnd('SIGKILL');
  expect(hasDatabaseEnded(app)).toBe(true);
  watcher!.onStart();
  expect(hasDatabaseEnded(app)).toBe(false);
  expect(databaseNews(app)).toMatch(/^The database ended by itself and was started again on /);
});
