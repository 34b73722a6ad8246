import { expect, it } from 'vitest';
import type { App } from '#db/app.ts';
import type { Watcher } from '#db/embedded-watch.ts';
import { hasDatabaseEnded, keepDatabaseUp } from '#app/http/database-keeper.server.ts';

it('says that the database has ended, until it is started again', () => {
  const app = { held: new Map() } as unknown as App;
  let watcher: Watcher;
  keepDatabaseUp(app, { keepUp: (given: Watcher) => (watcher = given) } as never);
  expect(hasDatabaseEnded(app)).toBe(false);
  watcher!.onEnd('SIGKILL');
  expect(hasDatabaseEnded(app)).toBe(true);
  watcher!.onStart();
  expect(hasDatabaseEnded(app)).toBe(false);
});
