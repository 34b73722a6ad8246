import fs from 'node:fs';

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
export function report(figures: Figures): void {
  console.log(
    Object.entries(figures)
      .map(([name, value]) => `${name}: ${typeof value === 'number' ? +value.toFixed(2) : value}`)
      .join(', '),
  );
  const file = process.env.FAULT_FIGURES;
  if (file) fs.appendFileSync(file, `${JSON.stringify(figures)}\n`);
}

/** Seconds since a `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000;
