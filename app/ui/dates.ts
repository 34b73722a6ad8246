const timeZone = 'America/Port_of_Spain';
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
const fullDateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
const stamp = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone });

/** A date as people read it, such as '21 November 2026', in the company's time zone. */
export const localDay = (date: Date): string => day.format(date);

/** A time of day as people read it, such as '19:24', in the company's time zone. */
export const localTime = (date: Date): string => time.format(date);

/** Date and time as people read them, such as '21 Nov 2026, 19:24', in the company's time zone. */
export const localDateTime = (date: Date): string => dateTime.format(date);

/** The same with the day of the week, such as 'Saturday 21 November 2026 at 19:24'. */
export const localFullDateTime = (date: Date): string => fullDateTime.format(date);

/** Date and time as tables sort them, such as '2026-11-21 19:24', in the company's time zone. */
export const localStamp = (date: Date): string => stamp.format(date);

/** The year of a date in the company's time zone. */
export const localYear = (date: Date): number => Number(year.format(date));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEST_MS = 4 * HOUR_MS; // of Greenwich; Trinidad and Tobago keeps it all year

/** When a day written YYYY-MM-DD begins in the company's time zone, in milliseconds since the epoch. */
export const startOfLocalDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) + WEST_MS;

/** When a day ends in the company's time zone. @param now a moment of it, and the end, in milliseconds since the epoch */
export const endOfLocalDay = (now: number): number => (Math.floor((now - WEST_MS) / DAY_MS) + 1) * DAY_MS + WEST_MS;
