import { expect, it } from 'vitest';
import {
  endOfLocalDay,
  localDateTime,
  localDay,
  localFullDateTime,
  localStamp,
  localTime,
  localYear,
  typedDays,
} from '#app/time/dates.ts';
import { HOUR_MS, onTheWall } from '#app/time/local-time.ts';
import { inputTime, timeIn } from '#app/time/typed-time.ts';

it('days and years are those of Trinidad & Tobago, four hours behind UTC', () => {
  const justBefore = new Date('2027-01-01T03:59:00Z');
  expect([localDay(justBefore), localYear(justBefore)]).toEqual(['31 December 2026', 2026]);
  const midnight = new Date('2027-01-01T04:00:00Z');
  expect([localDay(midnight), localYear(midnight)]).toEqual(['1 January 2027', 2027]);
});

it('times are those of Trinidad & Tobago, whatever says them', () => {
  const night = new Date('2026-03-02T01:05:59Z');
  expect(localTime(night)).toBe('21:05');
  expect(localStamp(night)).toBe('2026-03-01 21:05');
  expect(localDateTime(night)).toBe('1 Mar 2026, 21:05');
  expect(localFullDateTime(night)).toMatch(/^Sunday,? 1 March 2026(,| at) 21:05$/);
});

it('every hour of the year is shown and read alike by the time zone, by the difference to Greenwich and by a typed time', () => {
  const start = Date.UTC(2027, 0, 1);
  for (let ms = start; ms < start + 366 * 24 * HOUR_MS; ms += HOUR_MS) {
    expect(onTheWall(ms).slice(0, 16).replace('T', ' ')).toBe(localStamp(new Date(ms)));
    expect(timeIn(inputTime(new Date(ms).toISOString()))).toBe(ms);
  }
});

it('a day ends at midnight there, and the next day at the next midnight', () => {
  const midnight = Date.parse('2027-01-01T04:00:00Z');
  expect(endOfLocalDay(midnight - 1)).toBe(midnight);
  expect(endOfLocalDay(midnight - 86_400_000)).toBe(midnight);
  expect(endOfLocalDay(midnight)).toBe(midnight + 86_400_000);
});

it('typed days are whole days there', () => {
  const expected = { since: '2026-03-01T04:00:00.000Z', until: '2026-03-03T04:00:00.000Z', errors: {} };
  expect(typedDays('2026-03-01', '2026-03-02')).toEqual(expected);
  expect(typedDays('', undefined)).toEqual({ since: null, until: null, errors: {} });
});

it('the last possible day has no end, and the first is in the year 1', () => {
  expect(typedDays('0001-01-01', '9999-12-31')).toEqual({ since: '0001-01-01T04:00:00.000Z', until: null, errors: {} });
  expect(typedDays('9999-12-31', '9999-12-30').errors).toHaveProperty('from');
  expect(typedDays('9999-12-31', '9999-12-31').since).toBe('9999-12-31T04:00:00.000Z');
});

it.each(['0000-01-01', '0000-12-31', '2026-02-30', '10000-01-01', 'yesterday'])('%s is no day', (text) => {
  const WRONG = 'Please enter a date as YYYY-MM-DD';
  expect(typedDays(text, text)).toEqual({ since: null, until: null, errors: { from: WRONG, to: WRONG } });
});
