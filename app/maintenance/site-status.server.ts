import { findApp, type App } from '#db/app.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import { SiteStatus as SiteStatusEntity } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';

export type Stored = Pick<SiteStatusEntity, 'maintenanceMode' | 'message' | 'startsAt' | 'endsAt'>;

// Without a row, or before the first read, the site is open. If a later read fails, the last state stays.
export const OPEN: Stored = { maintenanceMode: false, message: null, startsAt: null, endsAt: null };

export const storedStatus = cachedSnapshot<Stored>('site_status', OPEN, readStored);

export const siteStatus = (app: App): SiteStatus => statusOf(storedStatus.get(app), databaseNow(app));

export type PanelData = ReturnType<typeof readPanelData>;

/** `now` is in milliseconds since the epoch. */
export const readPanelData = (app: App, isLooking: boolean) => ({
  ...shownAt(storedStatus.get(app), databaseNow(app)),
  isLooking,
  now: databaseNow(app),
});

export const readSiteStatus = async (em: EntityManager) => shownAt(await readStored(em), databaseNow(findApp(em)));

export type ShownMaintenance = ReturnType<typeof shownAt>;

export const shownAt = (row: Stored, now: number) => ({ status: statusOf(row, now), planned: windowOf(row, now) });

async function readStored(em: EntityManager): Promise<Stored> {
  await readDatabaseClock(em);
  return (await findRow(em)) ?? OPEN;
}

export const findRow = async (em: EntityManager): Promise<SiteStatusEntity | null> =>
  (await em.find(SiteStatusEntity, {}, { orderBy: { id: 'asc' }, limit: 1 }))[0] ?? null;

/** Even if nobody has recorded it. */
export const hasBegun = ({ startsAt }: Stored, now: number): boolean => startsAt != null && startsAt.getTime() <= now;
export const hasEnded = ({ endsAt }: Stored, now: number): boolean => endsAt != null && endsAt.getTime() <= now;

/** The row holds the times, so nothing has to be written when they come. */
export const isOnAt = (row: Stored, now: number) => (row.maintenanceMode || hasBegun(row, now)) && !hasEnded(row, now);

const iso = (time: Date | null | undefined) => time?.toISOString() ?? null;

export type SiteStatus = ReturnType<typeof statusOf>;

/** `until` is an ISO instant; null while there is no maintenance, or no known end. */
function statusOf(row: Stored, now: number) {
  const maintenanceMode = isOnAt(row, now);
  return { maintenanceMode, message: row.message ?? null, until: maintenanceMode ? iso(row.endsAt) : null };
}

export type PlannedWindow = NonNullable<ReturnType<typeof windowOf>>;

/** In ISO instants. */
function windowOf(row: Stored, now: number) {
  const startsAt = iso(row.startsAt);
  return startsAt && !isOnAt(row, now) && !hasBegun(row, now) ? { startsAt, endsAt: iso(row.endsAt) } : null;
}
