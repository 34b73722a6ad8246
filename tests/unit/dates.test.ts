import { expect, it } from 'vitest';
import { endOfLocalDay, localDay, localYear } from '#app/ui/dates.ts';

it('days and years are those of Trinidad & Tobago, four hours behind UTC', () => {
  const justBefore = new Date('2027-01-01T03:59:00Z');
  expect([localDay(justBefore), localYear(justBefore)]).toEqual(['31 December 2026', 2026]);
  const midnight = new Date('2027-01-01T04:00:00Z');
  expect([localDay(midnight), localYear(midnight)]).toEqual(['1 January 2027', 2027]);
});

it('a day ends at midnight there, the one that begins then at the next', () => {
  const midnight = Date.parse('2027-01-01T04:00:00Z');
  expect(endOfLocalDay(midnight - 1)).toBe(midnight);
  expect(endOfLocalDay(midnight - 86_400_000)).toBe(midnight);
  expect(endOfLocalDay(midnight)).toBe(midnight + 86_400_000);
});
