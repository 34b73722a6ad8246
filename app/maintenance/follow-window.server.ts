import type { App } from '#db/app.ts';
import { announceChange, onSnapshotVersion } from '#db/cached-snapshot.ts';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import { forkEntityManager } from '#db/orm.ts';
import { settleWindow } from './change-status.server.ts';
import { hasBegun, hasEnded, siteStatus, storedStatus } from './site-status.server.ts';

const LOOK_MS = 200;
const READ_CLOCK_MS = 1000;

/**
 * For cached and open pages, and the record; requests go by the clock. Polls, for timers do not follow a clock that
 * jumps.
 */
export function followWindow(app: App): () => void {
  let wasOn = siteStatus(app).maintenanceMode;
  let lastReading = 0;
  const busy = new Set<string>();
  const unfollow = onSnapshotVersion(app, () => (wasOn = siteStatus(app).maintenanceMode));
  /** One at a time. A failure is tried again at the next tick. */
  const attempt = (name: string, work: Promise<unknown>) => {
    busy.add(name);
    void work.catch(() => {}).finally(() => busy.delete(name));
  };
  const timer = setInterval(() => {
    const row = storedStatus.get(app);
    if (row.startsAt === null && row.endsAt === null) return;
    if (siteStatus(app).maintenanceMode !== wasOn) announceChange(app);
    const now = databaseNow(app);
    if ((hasBegun(row, now) || hasEnded(row, now)) && !busy.has('settle'))
      attempt('settle', settleWindow(forkEntityManager(app)));
    if (performance.now() - lastReading < READ_CLOCK_MS || busy.has('clock')) return;
    lastReading = performance.now();
    attempt('clock', readDatabaseClock(forkEntityManager(app)));
  }, LOOK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    unfollow();
  };
}
