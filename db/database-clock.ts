import { findApp, perApp, type App } from './app.ts';
import type { EntityManager } from './orm.ts';

// Clocks of machines differ and jump, so timed events go by one clock, the database's. Between two readings this
// process adds its own counter, which no change of a clock moves, also while the database is away.
const findClock = perApp('database clock', () => ({ offset: null as number | null }));

/** What the database's clock says, in milliseconds since the epoch; before the first reading, the machine's. */
export function databaseNow(app: App): number {
  const { offset } = findClock(app);
  return offset === null ? app.clock.now() : offset + performance.now();
}

/** Reads the database's clock. */
export async function readDatabaseClock(em: EntityManager): Promise<void> {
  const asked = performance.now();
  // SQL: the moment itself, also within a transaction
  const [row] = await em.execute<{ ms: number }[]>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  noteReading(findApp(em), row!.ms, asked, performance.now());
}

/** Keeps an offset that the reading allows. Else it takes the least that is possible: what is to come is never early. */
function noteReading(app: App, ms: number, asked: number, answered: number): void {
  const clock = findClock(app);
  const least = ms - answered;
  if (clock.offset === null || clock.offset < least || clock.offset > ms - asked) clock.offset = least;
}
