import { perApp, type App } from '#db/app.ts';
import type { HeldDatabase } from '#db/connection.ts';
import { localDateTime } from '../time/dates.ts';
import { log } from './log.server.ts';

const TOLD_MS = 24 * 60 * 60 * 1000;

const findState = perApp('embedded database', () => ({ hasEnded: false, startedAt: -Infinity }));

/** Restarts an embedded database that has ended. If that fails, the process ends, for its supervisor. */
export function keepDatabaseUp(app: App, { keepUp }: HeldDatabase): void {
  const state = findState(app);
  keepUp?.({
    onEnd(reason) {
      state.hasEnded = true;
      log.error({ reason }, 'the embedded database has ended; it is being started again');
    },
    onStart() {
      Object.assign(state, { hasEnded: false, startedAt: Date.now() });
      log.warn('the embedded database was started again');
    },
    onGivenUp(reason) {
      log.fatal({ reason }, 'the embedded database cannot be started again');
      process.stderr.write(`The embedded database cannot be started again: ${reason}\n`);
      process.exit(1);
    },
  });
}

export const hasDatabaseEnded = (app: App): boolean => findState(app).hasEnded;

/** What staff are told of a restart, for a day. */
export function databaseNews(app: App): string | null {
  const { startedAt } = findState(app);
  return Date.now() - startedAt < TOLD_MS
    ? `The database ended by itself and was started again on ${localDateTime(new Date(startedAt))}: see the log.`
    : null;
}
