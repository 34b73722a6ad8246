import { describe, expect, it } from 'vitest';
import { HOUR_MS, timeOrDay } from '#app/time/local-time.ts';
import { timeIn } from '#app/time/typed-time.ts';
import { readOrder } from '../../scripts/maintenance-arguments.ts';

describe('npm run maintenance -- on', () => {
  it('understands when it is to begin, and until when or for how long', () => {
    const from = Date.parse('2026-11-24T18:30:00Z');
    const expected = { verb: 'on', from, until: from + 2 * HOUR_MS, lasts: null };
    expect(readOrder(['on', '--from', '2026-11-24T14:30', '--until', '2026-11-24T20:30Z'])).toEqual(expected);
    const spans = { '2h': 2, '90m': 1.5, '1h30m': 1.5, '1d': 24, '3600s': 1, '1D2H': 26 };
    for (const [text, hours] of Object.entries(spans))
      expect([text, readOrder(['on', '--for', text]).lasts]).toEqual([text, hours * HOUR_MS]);
  });

  it.each([
    [['--until', '2999-11-24T14:30', '--for', '2h'], 'either --until or --for'],
    [['--until', 'tomorrow'], '--until is no time'],
    [['--from', '2999-02-30T10:00'], '--from is no time'],
    [['--for', 'long'], '--for is no span'],
    [['--for', '0h'], '--for is no span'],
    [['--for', '-2h'], /^Option '--for' argument is ambiguous.\nUsage:/],
    [['--for', '-2h', '--unti'], /^[^\n]+\nUsage:/],
    [['--for', '2'], '--for is no span'],
    [['--message', 'x'.repeat(1001)], 'Message must be at most 1,000 characters'],
  ])('refuses %j', (args, words) => expect(() => readOrder(['on', ...args])).toThrow(words));

  it.each([[], ['maybe'], ['on', 'now'], ['off', '--message', 'x'], ['status', '--until', '2999-11-24T14:30']])(
    'shows how it is meant for %j %j %j',
    (...args) => expect(() => readOrder(args)).toThrow('Usage'),
  );
});

describe('a time', () => {
  it.each([
    ['2026-11-24T14:30', '2026-11-24T18:30:00.000Z'],
    ['2026-11-24 14:30', '2026-11-24T18:30:00.000Z'],
    ['2026-11-24T14:30:15.5', '2026-11-24T18:30:15.500Z'],
    ['2026-11-24T14:30Z', '2026-11-24T14:30:00.000Z'],
    ['2026-11-24t14:30z', '2026-11-24T14:30:00.000Z'],
    ['2026-11-24T14:30+02:00', '2026-11-24T12:30:00.000Z'],
    ['2026-11-24T14:30-0400', '2026-11-24T18:30:00.000Z'],
    ['2026-11-24T14:30+05', '2026-11-24T09:30:00.000Z'],
  ])('%s', (text, iso) => expect(timeIn(text)).toBe(Date.parse(iso)));

  const wrong = `now 14:30 2026-11-24 2026-13-01T10:00 2026-11-24T24:00 2026-11-24T14:60 1e12
    9999-12-31T20:00 0000-01-01T00:00`.split(/\s+/);
  it.each(['', ...wrong])('%j is none', (text) => expect(timeIn(text)).toBe(null));

  it('is shown by the clocks of the company, with the day where that is not today', () => {
    const evening = Date.parse('2026-11-24T23:30:00Z'); // 19:30 in Port of Spain
    expect(timeOrDay(evening, evening - 19 * HOUR_MS)).toBe('19:30');
    expect(timeOrDay(evening, evening + 4 * HOUR_MS)).toBe('19:30');
    expect(timeOrDay(evening, evening - 20 * HOUR_MS)).toBe('19:30 on Tuesday 24 November');
    expect(timeOrDay(evening, evening - 365 * 24 * HOUR_MS)).toBe('19:30 on Tuesday 24 November 2026');
  });
});
