import fs from 'node:fs';

/** What one fault or event came to: times in seconds, the rest enquiries (or, where the note says so, something else). */
export interface Figures {
  fault?: string;
  event?: string;
  /** Requests while it lasted, and those without an answer or with one of 500 and above. */
  requests?: number;
  failed?: number;
  /** The longest wait for a clear answer while it lasted. */
  answer?: number;
  /** From its end until everything worked again. */
  healthy?: number;
  /** Until every open page was connected again, or everything worked again. */
  seconds?: number;
  acknowledged?: number;
  stored?: number;
  /** How many of them were told by mail. */
  notified?: number;
  /** Acknowledged, but not stored or not told by mail. */
  lost?: number;
  /** Mails that came more than once, each with the Message-ID of the first. */
  duplicated?: number;
  note?: string;
}

export function report(figures: Figures): void {
  console.log(
    Object.entries(figures)
      .map(([name, value]) => `${name}: ${typeof value === 'number' ? +value.toFixed(2) : value}`)
      .join(', '),
  );
  const file = process.env.FIGURES;
  if (file) fs.appendFileSync(file, `${JSON.stringify(figures)}\n`);
}

/** Seconds since a `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000;
