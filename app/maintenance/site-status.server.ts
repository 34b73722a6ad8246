import { SiteStatus as SiteStatusEntity } from '#db/entities/content.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../activity/activities.server.ts';
import { DEFAULT_MAINTENANCE_MESSAGE, type SiteStatus } from './site-status.ts';

// With no row, or before the first read, the site is open: the last known state holds, and with none known, off.
const status = cachedSnapshot<SiteStatus>('site_status', { maintenanceMode: false, message: null }, async (em) =>
  readSiteStatus(em),
);

/** The state of the site as this process knows it. */
export const siteStatus = (): SiteStatus => status.get();

/** Reads the state from the database. */
export async function readSiteStatus(em: EntityManager): Promise<SiteStatus> {
  const [row] = await em.find(SiteStatusEntity, {}, { orderBy: { id: 'asc' }, limit: 1 });
  return { maintenanceMode: row?.maintenanceMode ?? false, message: row?.message ?? null };
}

/** Switches maintenance on or off and keeps the stored message. */
export const setMaintenanceMode = (em: EntityManager, maintenanceMode: boolean, by: Actor) =>
  save(em, { maintenanceMode }, by, `Switched maintenance ${maintenanceMode ? 'on' : 'off'}`);

/** Stores the message; an empty one becomes the default text. */
export const setMaintenanceMessage = (em: EntityManager, message: string, by: Actor) =>
  save(em, { message: message.trim() || DEFAULT_MAINTENANCE_MESSAGE }, by, 'Changed the maintenance message');

async function save(em: EntityManager, change: Partial<SiteStatus>, by: Actor, what: string): Promise<void> {
  await em.transactional(async (tx) => {
    // one row for ever, also when two first saves race
    await tx.execute('lock table site_status in share row exclusive mode');
    const [row] = await tx.find(SiteStatusEntity, {}, { orderBy: { id: 'asc' }, limit: 1 });
    if (row && Object.entries(change).every(([name, value]) => row[name as keyof SiteStatus] === value)) return;
    if (row) tx.assign(row, change);
    else tx.create(SiteStatusEntity, { maintenanceMode: false, ...change });
    await recordActivity(tx as EntityManager, 'maintenance', by, what, { noun: 'maintenance', id: 1 });
  });
  await status.showChange();
}
