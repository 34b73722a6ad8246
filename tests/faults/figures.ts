import { report as keep } from '../support/figures.ts';

export { secondsSince } from '../support/figures.ts';

/** What one fault came to: times in seconds, the rest enquiries (or, where the note says so, uploads). */
export interface Figures {
  fault: string;
  /** The longest wait for a clear answer while the fault lasted. */
  answer?: number;
  /** From the end of the fault until everything worked again. */
  healthy?: number;
  acknowledged?: number;
  stored?: number;
  /** How many of them were told by mail. */
  notified?: number;
  lost?: number;
  /** Mails that came more than once, each with the Message-ID of the first. */
  duplicated?: number;
  note?: string;
}

/** Prints the figures of one fault and keeps them for the table at the end. */
export const report = (figures: Figures): void => keep(figures);
