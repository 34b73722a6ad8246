import { expect, it, vi } from 'vitest';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import { bindApp, type App } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';

const HOUR_MS = 3_600_000;
const config = {};

/** A database whose clock is off by `off` ms and whose answer takes `ms`. */
const databaseThatIs = (off: number, ms = 0) =>
  ({
    async execute() {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return [{ ms: performance.timeOrigin + performance.now() + off }];
    },
    config,
  }) as unknown as EntityManager;
const app = { clock: Date, held: new Map<string, unknown>(), orm: { config } } as unknown as App;
bindApp(app);
const off = () => databaseNow(app) - (performance.timeOrigin + performance.now());

it('ignores the clock of the machine, follows jumps of the database, and is never early', async () => {
  await readDatabaseClock(databaseThatIs(HOUR_MS, 200));
  expect(Math.abs(off() - HOUR_MS)).toBeLessThan(50);
  vi.setSystemTime(Date.now() + 5 * HOUR_MS);
  expect(Math.abs(off() - HOUR_MS)).toBeLessThan(50);
  vi.useRealTimers();
  await readDatabaseClock(databaseThatIs(HOUR_MS, 300));
  expect(Math.abs(off() - HOUR_MS)).toBeLessThan(50);
  await readDatabaseClock(databaseThatIs(-HOUR_MS));
  expect(Math.abs(off() + HOUR_MS)).toBeLessThan(50);
});
