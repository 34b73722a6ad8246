import type { FormAnswer } from '../forms/form-answer.ts';
import { timeOrDay } from '../time/local-time.ts';

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

/** Maintenance as it is and as it is planned. */
export interface ShownMaintenance {
  status: SiteStatus;
  planned: PlannedWindow | null;
}

/** What the forms of the panel are answered: where somebody else has saved since, with what is stored now. */
export type MaintenanceAnswer = FormAnswer<ShownMaintenance & { version: string }>;

type WindowShown = { status: Omit<SiteStatus, 'message'>; planned: PlannedWindow | null };

/** By what the form of the times knows whether they are still those that it was shown with. */
export const windowVersion = ({ status: { maintenanceMode, until }, planned }: WindowShown): string =>
  `${maintenanceMode ? 'on' : (planned?.startsAt ?? '')}/${planned?.endsAt ?? until ?? ''}`;

/** By what the form of the message knows it: by its text, however forms and shells end its lines. */
export const messageVersion = ({ message }: Pick<SiteStatus, 'message'>): string =>
  withPlainLines(message ?? DEFAULT_MAINTENANCE_MESSAGE).trim();

/** Forms send their lines with CRLF. */
export const withPlainLines = (text: string): string => text.replace(/\r\n?/g, '\n');

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
