import { isDeepStrictEqual } from 'node:util';
import { findApp } from '#db/app.ts';
import { SiteStatus as SiteStatusEntity } from '#db/entities/content.ts';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import { lockTable } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, THE_SITE, type Actor } from '../audit/activities.server.ts';
import { localDateTime } from '../time/dates.ts';
import { DEFAULT_MAINTENANCE_MESSAGE, messageVersion, windowVersion } from './site-status.ts';
import { findRow, hasBegun, hasEnded, isOnAt, OPEN, shownAt, storedStatus } from './site-status.server.ts';
import type { ShownMaintenance, Stored } from './site-status.server.ts';

/** Keeps the message; drops any end and plan. */
export const setMaintenanceMode = (em: EntityManager, maintenanceMode: boolean, by: Actor): Promise<ChangedStatus> =>
  change(em, by, null, (row, now) => {
    const after = { maintenanceMode, startsAt: null, endsAt: null };
    if (isOnAt(row, now) !== maintenanceMode)
      return { after, what: `Switched maintenance ${maintenanceMode ? 'on' : 'off'}` };
    return { after, what: maintenanceMode ? 'Took the end of maintenance away' : cancelled(row) };
  });

/** An empty message becomes the default text. @param version of the message it replaces */
export const setMaintenanceMessage = (em: EntityManager, message: string, by: Actor, version?: string) =>
  change(em, by, { version, versionOf: ({ status }) => messageVersion(status) }, () => ({
    after: { message: message.trim() || DEFAULT_MAINTENANCE_MESSAGE },
    what: 'Changed the maintenance message',
  }));

export type WindowProblem = 'ends-first' | 'has-ended' | 'is-on' | 'empty';

/** `stored` is what somebody else has saved since. */
export type ChangedStatus =
  | { outcome: 'saved' }
  | { outcome: 'invalid'; problem: WindowProblem }
  | { outcome: 'outdated'; stored: ShownMaintenance & { version: string } };

/**
 * Replaces all that was planned. Times are in milliseconds since the epoch: without a start it is now, without an end it
 * lasts until it is switched off. @param version of the times it replaces
 */
export const setWindow = (
  em: EntityManager,
  { startsAt, endsAt }: Record<'startsAt' | 'endsAt', number | null>,
  by: Actor,
  version?: string,
): Promise<ChangedStatus> =>
  change(em, by, { version, versionOf: windowVersion }, (row, now) => {
    const isOn = isOnAt(row, now);
    const isToCome = startsAt !== null && startsAt > now;
    if (isOn && isToCome) return 'is-on';
    if (!isOn && startsAt === null && endsAt === null) return 'empty';
    if (endsAt !== null && startsAt !== null && endsAt <= startsAt) return 'ends-first';
    if (endsAt !== null && endsAt <= now) return 'has-ended';
    const dates = { startsAt: isToCome ? new Date(startsAt) : null, endsAt: endsAt === null ? null : new Date(endsAt) };
    const after = { maintenanceMode: !isToCome, ...dates };
    const end = endsAt === null ? null : at(endsAt);
    if (isToCome) return { after, what: `Planned maintenance from ${at(startsAt)}${end ? ` to ${end}` : ' on'}` };
    if (!isOn) return { after, what: `Switched maintenance on${end ? ` until ${end}` : ''}` };
    return { after, what: end ? `Set maintenance to end at ${end}` : 'Took the end of maintenance away' };
  });

/** @param version of the window */
export const cancelWindow = (em: EntityManager, by: Actor, version?: string): Promise<ChangedStatus> =>
  change(em, by, { version, versionOf: windowVersion }, (row, now) =>
    isOnAt(row, now) ? 'is-on' : { after: { startsAt: null, endsAt: null }, what: cancelled(row) },
  );

/** Records that a window has begun or ended. Of several processes one does it. */
export const settleWindow = (em: EntityManager): Promise<unknown> => change(em, THE_SITE, null, () => null);

/** One change at a time. Records first what has begun or ended meanwhile. @param decide gives null for no change */
async function change(
  em: EntityManager,
  by: Actor,
  seen: { version: string | undefined; versionOf: (shown: ShownMaintenance) => string } | null,
  decide: (row: Stored, now: number) => { after: Partial<SiteStatusEntity>; what: string } | WindowProblem | null,
): Promise<ChangedStatus> {
  const changed = await em.transactional(async (tx): Promise<ChangedStatus> => {
    const record = (who: Actor, what: string) =>
      recordActivity(tx, 'maintenance', who, what, { noun: 'maintenance', id: 1 });
    // One row for ever, also when two first saves race.
    await lockTable(tx, 'site_status');
    await readDatabaseClock(tx);
    const now = databaseNow(findApp(em));
    let row = await findRow(tx);
    if (row) await settle(row, now, record);
    const before = row ?? OPEN;
    const decided = decide(before, now);
    if (typeof decided === 'string') return { outcome: 'invalid', problem: decided };
    if (!decided) return { outcome: 'saved' };
    row ??= tx.create(SiteStatusEntity, { maintenanceMode: false });
    const { after, what } = decided;
    const stored = row as unknown as Record<string, unknown>;
    if (Object.entries(after).every(([name, value]) => isDeepStrictEqual(stored[name] ?? null, value)))
      return { outcome: 'saved' };
    const shown = shownAt(before, now);
    if (seen?.version !== undefined && seen.version !== seen.versionOf(shown))
      return { outcome: 'outdated', stored: { ...shown, version: seen.versionOf(shown) } };
    tx.assign(row, after);
    await record(by, what);
    return { outcome: 'saved' };
  });
  await storedStatus.showChange(findApp(em));
  return changed;
}

async function settle(row: SiteStatusEntity, now: number, record: (who: Actor, what: string) => Promise<void>) {
  const { startsAt, endsAt } = row;
  if (startsAt && hasBegun(row, now)) {
    row.maintenanceMode = true;
    row.startsAt = null;
    await record(THE_SITE, `Maintenance began, as planned for ${localDateTime(startsAt)}`);
  }
  if (endsAt && hasEnded(row, now)) {
    row.maintenanceMode = false;
    row.endsAt = null;
    await record(THE_SITE, `Maintenance ended, as planned for ${localDateTime(endsAt)}`);
  }
}

const at = (ms: number) => localDateTime(new Date(ms));
const cancelled = ({ startsAt }: Stored) =>
  `Cancelled the maintenance planned for ${startsAt ? localDateTime(startsAt) : 'later'}`;
