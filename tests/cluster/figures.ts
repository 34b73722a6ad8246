import { report as keep } from '../support/figures.ts';

export { secondsSince } from '../support/figures.ts';

/** What one event of a cluster came to. */
export interface Figures {
  event: string;
  /** Requests of visitors and staff while it lasted, and those without an answer or with one of 500 and above. */
  requests?: number;
  failed?: number;
  /** Enquiries that visitors were told are received; rows; acknowledged, but not stored or not told by mail. */
  acknowledged?: number;
  stored?: number;
  lost?: number;
  /** Until every open page was connected again, or everything worked again. */
  seconds?: number;
  note?: string;
}

/** Prints the figures of one event and keeps them for the table at the end. */
export const report = (figures: Figures): void => keep(figures);
