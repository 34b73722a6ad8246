import { expect, it, vi } from 'vitest';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import { bindApp, type App } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';

const HOUR_MS = 3_600_000;
const config = {};

/** A database whose clock is this much off, and that takes so long to answer. */
const databaseThatIs = (off: number, ms = 0) =>
  ({
    async execute() {
      const now = performance.timeOrigin + performance.now() + off;
      await new Promise((resolve) => setTimeout(resolve, ms));
      return [{ ms: now }];
    },
    config,
  }) as unknown as EntityManager;
const app = { clock: Date, held: new Map<string, unknown>(), orm: { config } } as unknown as App;
bindApp(app);
const off = () => databaseNow(app) - (performance.timeOrigin + performance.now());

it('is told without the clock of the machine, follows the database when that jumps, and no slow answer moves it', async () => {
  await readDatabaseClock(databaseThatIs(HOUR_MS));
  expect(Math.abs(off() - HOUR_MS)).toBeLessThan(50);
  vi.setSystemTime(Date.now() + 5 * HOUR_MS);
  expect(Math.abs(off() - HOUR_MS)).toBeLessThan(50);
  vi.useRealTimers();
  const before = off();
  await readDatabaseClock(databaseThatIs(HOUR_MS, 300));
  expect(Math.abs(off() - before)).toBeLessThan(50);
  await readDatabaseClock(databaseThatIs(-HOUR_MS));
  expect(Math.abs(off() + HOUR_MS)).toBeLessThan(50);
});
