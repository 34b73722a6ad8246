import type { FormAnswer } from '../forms/answer.ts';
import { timeOrDay } from '../time/local-time.ts';

export const MAINTENANCE_TITLE = 'Maintenance in Progress';

export const DEFAULT_MAINTENANCE_MESSAGE = 'Our site is undergoing maintenance. Please check back shortly.';

export interface SiteStatus {
  maintenanceMode: boolean;
  message: string | null;
  /** An ISO instant; null while there is no maintenance, or no known end. */
  until: string | null;
}

/** In ISO instants. */
export interface PlannedWindow {
  startsAt: string;
  endsAt: string | null;
}

export interface ShownMaintenance {
  status: SiteStatus;
  planned: PlannedWindow | null;
}

export type MaintenanceAnswer = FormAnswer<ShownMaintenance & { version: string }>;

type WindowShown = { status: Omit<SiteStatus, 'message'>; planned: PlannedWindow | null };

export const windowVersion = ({ status: { maintenanceMode, until }, planned }: WindowShown): string =>
  `${maintenanceMode ? 'on' : (planned?.startsAt ?? '')}/${planned?.endsAt ?? until ?? ''}`;

/** The text itself, whatever its line ends. */
export const messageVersion = ({ message }: Pick<SiteStatus, 'message'>): string =>
  withPlainLines(message ?? DEFAULT_MAINTENANCE_MESSAGE).trim();

/** Forms send CRLF. */
export const withPlainLines = (text: string): string => text.replace(/\r\n?/g, '\n');

export const expectedBack = (until: string | null, now: number): string =>
  until ? `Expected back at ${timeOrDay(Date.parse(until), now)}` : '';
