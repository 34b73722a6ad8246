import { DAY_MS, onTheWall, WEST_MS } from './local-time.ts';

const formatter = (options: Intl.DateTimeFormatOptions, language = 'en-GB') => {
  const formats = new Intl.DateTimeFormat(language, { ...options, timeZone: 'America/Port_of_Spain' });
  return (date: Date): string => formats.format(date);
};

/** '21 November 2026', in the company's time zone, as all below. */
export const localDay = formatter({ dateStyle: 'long' });
/** '19:24' */
export const localTime = formatter({ timeStyle: 'short' });
/** '21 Nov 2026, 19:24' */
export const localDateTime = formatter({ dateStyle: 'medium', timeStyle: 'short' });
/** 'Saturday 21 November 2026 at 19:24' */
export const localFullDateTime = formatter({ dateStyle: 'full', timeStyle: 'short' });
/** '2026-11-21 19:24' */
export const localStamp = formatter({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE');
export const localYear = (date: Date): number => Number(onTheWall(date.getTime()).slice(0, 4));

/** In milliseconds since the epoch, as is `now`. */
export const endOfLocalDay = (now: number): number => (Math.floor((now - WEST_MS) / DAY_MS) + 1) * DAY_MS + WEST_MS;

/** Milliseconds since the epoch; null for a text that is no YYYY-MM-DD. The first year is 0001, as in PostgreSQL. */
function startOfDay(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return null;
  const day = new Date(`${text}T00:00:00Z`);
  const isOne = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
  return isOne ? day.getTime() + WEST_MS : null;
}

export const isDay = (text: string): boolean => startOfDay(text) !== null;

/** The company's day as YYYY-MM-DD. @param now in milliseconds since the epoch */
export const dayOf = (now: number): string => onTheWall(now).slice(0, 10);

/** '21 November 2026' for 2026-11-21. */
export const dayText = (text: string): string => localDay(new Date(startOfDay(text)!));

/** How many days from one YYYY-MM-DD to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * Both days are included. Times are ISO instants: `until` is the end of the last day, and null also for the last day
 * there is. An empty field has no limit.
 */
export function typedDays(from: string | undefined, to: string | undefined) {
  const errors: { from?: string; to?: string } = {};
  const starts = from ? startOfDay(from) : null;
  const ends = to ? startOfDay(to) : null;
  const WRONG = 'Please enter a date as YYYY-MM-DD';
  if (from && starts === null) errors.from = WRONG;
  if (to && ends === null) errors.to = WRONG;
  if (starts !== null && ends !== null && starts > ends) errors.from = 'The first day is after the last one';
  const at = (ms: number) => new Date(ms).toISOString();
  // The end of 9999 has a year of five digits, which PostgreSQL would not read.
  const until = ends === null || to === '9999-12-31' ? null : at(ends + DAY_MS);
  return { since: starts === null ? null : at(starts), until, errors };
}
