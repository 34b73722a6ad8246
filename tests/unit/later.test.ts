import { expect, it } from 'vitest';
import { readQuickTime } from '#app/enquiries/reminders/later.ts';

it.each<[string, string, string | null]>([
  ['2026-11-24T03:59:00Z', 'tomorrow', '2026-11-24T12:00:00Z'], // Monday 23:59 in Port of Spain
  ['2026-11-24T04:00:00Z', 'tomorrow', '2026-11-25T12:00:00Z'], // Tuesday 0:00
  ['2026-11-22T23:00:00Z', 'monday', '2026-11-23T12:00:00Z'], // Sunday
  ['2026-11-23T10:00:00Z', 'monday', '2026-11-30T12:00:00Z'], // Monday 6:00
  ['2026-11-28T10:00:00Z', 'monday', '2026-11-30T12:00:00Z'], // Saturday
  ['2026-12-31T15:00:00Z', 'tomorrow', '2027-01-01T12:00:00Z'],
  ['2026-12-31T15:00:00Z', 'never', null],
])('at %s, %s is %s', (now, button, time) =>
  expect(readQuickTime(button, Date.parse(now))).toBe(time && Date.parse(time)),
);
