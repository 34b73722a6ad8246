import { perApp, type App } from '#db/app.ts';
import type { HeldDatabase } from '#db/connection.ts';
import { log } from './log.server.ts';

const findState = perApp('embedded database', () => ({ hasEnded: false }));

/** Restarts the embedded database when it ends. If that fails, the process exits, for its supervisor to restart it. */
export function keepDatabaseUp(app: App, { keepUp }: HeldDatabase): void {
  const state = findState(app);
  keepUp?.({
    onEnd(reason) {
      state.hasEnded = true;
      log.error({ reason }, 'the embedded database has ended; it is being started again');
    },
    onStart() {
      state.hasEnded = false;
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
