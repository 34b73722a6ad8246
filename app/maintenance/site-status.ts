export const MAINTENANCE_TITLE = 'Maintenance in Progress';

/** Stands in wherever no message is stored. */
export const DEFAULT_MAINTENANCE_MESSAGE = 'Our site is undergoing maintenance. Please check back shortly.';

/** The state of the site as pages and the event stream carry it. */
export interface SiteStatus {
  maintenanceMode: boolean;
  message: string | null;
}

/** Reads a status from the event stream or an answer; null for anything else. */
export function parseSiteStatus(value: unknown): SiteStatus | null {
  const found = value as Partial<SiteStatus> | null;
  if (typeof found?.maintenanceMode !== 'boolean') return null;
  return { maintenanceMode: found.maintenanceMode, message: typeof found.message === 'string' ? found.message : null };
}
