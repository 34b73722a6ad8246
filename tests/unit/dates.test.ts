import { expect, it } from 'vitest';
import { localDay, localYear } from '#app/ui/dates.ts';

it('days and years are those of Trinidad & Tobago, four hours behind UTC', () => {
  const justBefore = new Date('2027-01-01T03:59:00Z');
  expect([localDay(justBefore), localYear(justBefore)]).toEqual(['31 December 2026', 2026]);
  const midnight = new Date('2027-01-01T04:00:00Z');
  expect([localDay(midnight), localYear(midnight)]).toEqual(['1 January 2027', 2027]);
});
