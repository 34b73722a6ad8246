import { localStamp } from '../../time/dates.ts';
import { DAY_MS } from '../../time/local-time.ts';

const DAYS = 7;
const WEEKS = 4;
const NAME = /^backup-(\d{4}-\d\d-\d\d)-\d{4}-[0-9a-f]{8}\.tar\.gz$/;

/** Such as backup-2026-12-27-0200-1a2b3c4d.tar.gz: the time, and what makes it unique. */
export const backupName = (now: number, id: string): string =>
  `backup-${localStamp(new Date(now)).replace(' ', '-').replace(':', '')}-${id.slice(0, 8)}.tar.gz`;

export const isBackupName = (name: string): boolean => NAME.test(name);

/**
 * Keeps the newest of each of the last 7 days and 4 weeks that have one, and all for a day: after a restore the newest
 * holds older data. A name of the future, from a clock that was ahead, counts for none of them and stays.
 */
export function backupsToDrop(names: readonly string[], now: number): string[] {
  const past = names.filter((name) => isBackupName(name) && name < backupName(now, 'of this minute'));
  const newestFirst = past.sort().reverse();
  const dayOf = (name: string) => NAME.exec(name)![1]!;
  const weekOf = (name: string) => String(Math.floor((Date.parse(dayOf(name)) / DAY_MS + 3) / 7)); // the first day was a Thursday
  const newestOf = (spanOf: (name: string) => string, most: number) =>
    [...Map.groupBy(newestFirst, spanOf).values()].slice(0, most).map(([newest]) => newest);
  const kept = [...newestOf(dayOf, DAYS), ...newestOf(weekOf, WEEKS)];
  const aDayAgo = backupName(now - DAY_MS, '');
  return newestFirst.filter((name) => !kept.includes(name) && name < aDayAgo);
}
