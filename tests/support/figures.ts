import fs from 'node:fs';

/** Prints what was measured and keeps it for the table at the end of the run. */
export function report(figures: object): void {
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
