import { findApp, perApp, type App } from './app.ts';
import type { EntityManager } from './orm.ts';

// Clocks of machines differ and jump, so timed events follow one clock, the database's. Between two readings this process
// adds a counter that no clock change moves, also while the database is down.
const findClock = perApp('database clock', () => ({ offset: null as number | null }));

/** The database's time in milliseconds since the epoch; before the first reading, the machine's. */
export function databaseNow(app: App): number {
  const { offset } = findClock(app);
  return offset === null ? app.clock.now() : offset + performance.now();
}

export async function readDatabaseClock(em: EntityManager): Promise<void> {
  const asked = performance.now();
  // SQL: the current time also within a transaction
  const [row] = await em.execute<{ ms: number }[]>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  noteReading(findApp(em), row!.ms, asked, performance.now());
}

/** Keeps an offset that fits the reading. Otherwise it takes the smallest possible one, so that no event is early. */
function noteReading(app: App, ms: number, asked: number, answered: number): void {
  const clock = findClock(app);
  const least = ms - answered;
  if (clock.offset === null || clock.offset < least || clock.offset > ms - asked) clock.offset = least;
}
