import { timeOrDay } from '../ui/local-time.ts';

export const MAINTENANCE_TITLE = 'Maintenance in Progress';

/** Stands in wherever no message is stored. */
export const DEFAULT_MAINTENANCE_MESSAGE = 'Our site is undergoing maintenance. Please check back shortly.';

/** The state of the site as pages and the event stream carry it. */
export interface SiteStatus {
  maintenanceMode: boolean;
  message: string | null;
  /** When maintenance ends, as an ISO instant; null while there is none, or no end is known. */
  until: string | null;
}

/** A window that has not begun, in ISO instants. */
export interface PlannedWindow {
  startsAt: string;
  endsAt: string | null;
}

/** What the screen says of the end; empty where none is known. */
export const expectedBack = (until: string | null, now: number): string =>
  until ? `Expected back at ${timeOrDay(Date.parse(until), now)}` : '';

/** Reads a status from the event stream or an answer; null for anything else. */
export function parseSiteStatus(value: unknown): SiteStatus | null {
  const found = value as Partial<SiteStatus> | null;
  if (typeof found?.maintenanceMode !== 'boolean') return null;
  const { maintenanceMode, message, until } = found;
  return {
    maintenanceMode,
    message: typeof message === 'string' ? message : null,
    until: typeof until === 'string' && !Number.isNaN(Date.parse(until)) ? until : null,
  };
}
