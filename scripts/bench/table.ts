/** The middle value of some numbers (the mean of the two middle ones of an even count). */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** The value below which a share of some numbers lies. @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** A number as a table shows it: three digits, or whole with separators from a thousand on. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** Prints rows under the names of their columns; numbers stand at the right. */
export function printTable(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? shown(cell) : cell)));
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => (row[at] ?? '').length)));
  const isNumber = columns.map((_, at) => rows.some((row) => typeof row[at] === 'number'));
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (isNumber[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join('  ');
  console.log([columns, ...cells].map((row) => `  ${line(row)}`.trimEnd()).join('\n'));
}

let isGood = true;

/** Says whether a target was met; one that was not makes the whole command fail. */
export function target(text: string, isMet: boolean): void {
  isGood &&= isMet;
  console.log(`  ${isMet ? '✓' : '✗'} ${text}`);
}

/** Whether all targets so far were met. */
export const checkAll = (): boolean => isGood;
