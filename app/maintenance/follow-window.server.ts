import { findApp, perApp } from '#db/app.ts';
import { announceChange } from '#db/cached-snapshot.ts';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import type { EntityManager } from '#db/orm.ts';
import { settleWindow } from './change-status.server.ts';
import { hasBegun, hasEnded, siteStatus, storedStatus } from './site-status.server.ts';

const findLook = perApp('look at the window', () => ({ wasOn: false, isBusy: false }));

/**
 * For cached and open pages, and the record; requests go by the clock. It polls: timers do not follow a clock that jumps.
 * While the database is away, pages go by the last reading.
 */
export async function followWindow(em: EntityManager): Promise<void> {
  const app = findApp(em);
  const look = findLook(app);
  const { wasOn } = look;
  look.wasOn = siteStatus(app).maintenanceMode;
  const row = storedStatus.get(app);
  if (!row.startsAt && !row.endsAt) return;
  if (look.wasOn !== wasOn) announceChange(app);
  if (look.isBusy) return;
  look.isBusy = true;
  const now = databaseNow(app);
  const work = hasBegun(row, now) || hasEnded(row, now) ? settleWindow(em) : readDatabaseClock(em);
  await work.catch(() => {}).finally(() => (look.isBusy = false));
}
