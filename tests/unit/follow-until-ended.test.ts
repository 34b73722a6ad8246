import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedSnapshot, followChanges } from '#db/cached-snapshot.ts';
import { findState } from '#db/changes.ts';
import { appWithoutDatabase } from '../support/test-app.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a failed read of a snapshot is tried again each second until nobody follows', async () => {
  const app = await appWithoutDatabase();
  let tries = 0;
  let isAway = true;
  cachedSnapshot('a_table', null, async () => {
    tries++;
    if (isAway) throw new Error('no database');
    return null;
  });
  const end = followChanges(app, () => {});
  findState(app).handlers.forEach((tell) => tell('a_table'));
  await vi.advanceTimersByTimeAsync(2500);
  expect(tries).toBe(3);
  end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(tries).toBe(3);
  isAway = false;
});
