import type { FormAnswer } from '../forms/answer.ts';
import { timeOrDay } from '../time/local-time.ts';
import type { ShownMaintenance, SiteStatus } from './site-status.server.ts';

export const MAINTENANCE_TITLE = 'Maintenance in Progress';

export const DEFAULT_MAINTENANCE_MESSAGE = 'Our site is undergoing maintenance. Please check back shortly.';

export type MaintenanceAnswer = FormAnswer<ShownMaintenance & { version: string }>;

export const windowVersion = ({ status: { maintenanceMode, until }, planned }: ShownMaintenance): string =>
  `${maintenanceMode ? 'on' : (planned?.startsAt ?? '')}/${planned?.endsAt ?? until ?? ''}`;

/** The text itself, whatever its line ends. */
export const messageVersion = ({ message }: Pick<SiteStatus, 'message'>): string =>
  withPlainLines(message ?? DEFAULT_MAINTENANCE_MESSAGE).trim();

/** Forms send CRLF. */
export const withPlainLines = (text: string): string => text.replace(/\r\n?/g, '\n');

export const expectedBack = (until: string | null, now: number): string =>
  until ? `Expected back at ${timeOrDay(Date.parse(until), now)}` : '';
